"""Days that a draft's schedule leaves out: 'every morning at 7, but not over Christmas'."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from intent.commands import Reading, Situation, read_commands
from intent.commands.afterthoughts import read_afterthought
from intent.commands.grammar.slot_types import Words, read_slot
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.words import as_words, at_start
from intent.forms.filled import STORED, FormRead
from intent.forms.moves import is_reason
from intent.forms.schedule_answers import schedule_now
from intent.schedules import Schedule, check_schedule
from intent.slots.moment_words import phrases_of

_BEGINS = re.compile(r"\b(?:from|as of|before|start|begin|first (?:one|run|time|report|message|list))", re.I)
Span = tuple[date, date]
Tokens = tuple[Token, ...]


def take_days_off(form: FormRead, reading: Reading) -> bool:
    """Leave days out of a form's schedule or take that back, if a message says only that, and perhaps why.

    Return whether it does. Days that the schedule doesn't leave out may be those of an agent.
    """
    asked = [one for one in reading.commands if one.name in _CHANGES]
    is_all = bool(asked) and all(is_reason(form, one) for one in reading.uncovered)
    if not is_all or len(asked) != len(reading.commands) or "when" not in form.slots:
        return False
    stored = schedule_now(form)
    if any(one.name == _BACK and not _leaves_out(stored, one.slots["off"], form) for one in asked):
        return False
    form.problem = "" if stored else reading.commands[0].words
    for one in asked if stored else ():
        form.found |= _CHANGES[one.name](schedule_now(form), one.slots["off"], form.situation)
    return True


def take_first_day(form: FormRead, reading: Reading) -> bool:
    """Let a form's schedule begin on a day, if a message says only that. Return whether it does."""
    ways = [way for one in reading.commands for way in (one, *one.alternatives) if way.name == _FIRST]
    ways = [one for one in ways if _BEGINS.search(one.words)]  # 'and the 3rd' is one more day
    if not (reading.is_whole and len(reading.commands) == 1 and ways) or "when" not in form.slots:
        return False
    stored = schedule_now(form)
    form.problem = "" if stored else ways[0].words
    if stored:
        form.found |= _values(_parsed(stored, form.situation).within(ways[0].slots["first"], None))
    return True


def take_more_days_off(form: FormRead, message: str) -> bool:
    """Leave one more day out, 'and the 4th', or another one than just said: 'sorry, the 18th I meant'.

    Return whether a message says only that. A day of the month may also be one of the schedule's own.
    """
    stored, situation = schedule_now(form), form.situation
    schedule = _parsed(stored, situation) if stored else None
    if schedule is None or not schedule.without or any(one.freq == "MONTHLY" for one in schedule.rules):
        return False
    wrong = _just_left_out(situation)
    right = _put_right(message, situation) if wrong else None
    more = right or _more(message, situation)
    if more is None:
        return False
    if right and wrong:
        form.found |= _with(stored, wrong, situation)
    last = wrong[0] if wrong else max(schedule.without)
    form.found |= _without(schedule_now(form), in_month_of(last, more, message, situation), situation)
    return True


def in_month_of(last: date, span: Span, said: str, situation: Situation) -> Span:
    """Return days in the month of the `last` ones, if they are said without a month: 'and the 23rd'."""
    words = as_words(said)
    is_bare = any(one[:1].isdigit() for one in words) and not {*words} & {*phrases_of("month")}
    try:
        first = span[0].replace(year=last.year, month=last.month)
    except ValueError:  # the 31st of a shorter month
        return span
    is_ahead = is_bare and first >= situation.now.date()
    return (first, first + (span[1] - span[0])) if is_ahead else span


def _just_left_out(situation: Situation) -> Span | None:
    """Return the days that the previous message left out."""
    if more := _more(situation.said, situation):
        return more
    commands = read_commands(situation.said, replace(situation, scope="form")).commands
    ways = [way for one in commands for way in (one, *one.alternatives) if way.name in _CHANGES]
    return ways[-1].slots["off"] if ways and ways[-1].name != _BACK else None


def _put_right(message: str, situation: Situation) -> Span | None:
    thought = read_afterthought(message)
    said = thought.right if thought and (thought.led or thought.excuses) else ""
    return read_slot("days_off", Words(said, tokenize(said), situation)) if said else None


def _more(message: str, situation: Situation) -> Span | None:
    tokens = _without_closing(tokenize(message))
    size = at_start("days_left_out_more", tuple(one.word for one in tokens))[1]
    is_more = 0 < size < len(tokens)
    return read_slot("days_off", Words(message, tokens[size:], situation)) if is_more else None


def without_days_off(reading: Reading) -> Reading:
    """Return a reading without days off that are only a part of a message: 'forget it, not today'."""
    kept = tuple(one for one in reading.commands if one.name not in (*_CHANGES, _FIRST))
    return replace(reading, commands=kept)


def cut_days_off(words: str, situation: Situation) -> tuple[str, Span | None]:
    """Return a request without the days that it leaves out at its end, and these days."""
    tokens = _without_closing(tokenize(words))
    said = tuple(one.word for one in tokens)
    for at in range(1, len(tokens)):
        size = at_start("days_left_out", said[at:])[1]
        if not 0 < size < len(tokens) - at:
            continue
        if span := read_slot("days_off", Words(words, tokens[at + size :], situation)):
            return words[: tokens[at].start].rstrip(" ,.;–-"), span
    return words, None


def _without_closing(tokens: Tokens) -> Tokens:
    """Return tokens without marks and courtesies at the end."""
    while tokens and (tokens[-1].is_mark or at_start("days_left_out_end", (tokens[-1].word,))[1]):
        tokens = tokens[:-1]
    return tokens


def leaving_out(slots: Mapping[str, str], span: Span | None, situation: Situation) -> dict[str, str]:
    """Return a draft's slots with days left out of its schedule, if it has one."""
    if span is None or not slots.get(STORED):
        return dict(slots)
    return {**slots, **_without(slots[STORED], span, situation)}


def _without(stored: str, span: Span, situation: Situation) -> dict[str, str]:
    return _values(_parsed(stored, situation).leaving_out(days_of(span)))


def _with(stored: str, span: Span, situation: Situation) -> dict[str, str]:
    return _values(_parsed(stored, situation).running_on(days_of(span)))


def _leaves_out(stored: str, span: Span, form: FormRead) -> bool:
    return bool(stored) and not {*days_of(span)}.isdisjoint(_parsed(stored, form.situation).without)


def _parsed(stored: str, situation: Situation) -> Schedule:
    return Schedule.parse(check_schedule(stored, situation.now))


def _values(schedule: Schedule) -> dict[str, str]:
    return {"when": schedule.words, STORED: str(schedule)}


_BACK, _FIRST = "form.days_back", "form.first"
_CHANGES = {"form.days_off": _without, _BACK: _with}


def days_of(span: Span) -> Sequence[date]:
    """Return the days from the first to the last."""
    first, last = span
    return [first + timedelta(number) for number in range((last - first).days + 1)]
