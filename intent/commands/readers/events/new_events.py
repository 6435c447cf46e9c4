"""Calendar slots: new entries."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from itertools import dropwhile

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.grammar.slot_types import Words, read_slot, slot_type, words_of
from intent.commands.grammar.tokens import Token, fold, tokenize
from intent.commands.readers.events.happenings import Happening
from intent.commands.readers.events.occasions import continues, is_occasion, is_of_occasion
from intent.commands.readers.events.titles import (
    capitalised,
    is_put_in,
    is_title,
    possessive_after,
    text_of_tokens,
    title_beside,
    without_article,
    without_calendar,
    without_lead,
)
from intent.commands.readers.things.list_rows import rows_of
from intent.commands.readers.things.no_titles import counts_several, without_tail
from intent.commands.readers.times.moments import BEFOREHAND, evening_ahead, time_ahead
from intent.commands.words import as_words, at_start, key_of, table
from intent.slots.days import find_days
from intent.slots.days_listed import days_listed
from intent.slots.moment import Moment
from intent.slots.moments import find_moment

LONGEST = 40  # words
_ABOUT = "about"
_REQUESTS, _WHOM = ("tell", "show", "give", "send", "let"), ("me", "us")
_AHEAD = 5  # words of 'two and a half hours before'
NAME = 4  # words of a name that is only guessed
_BOOKED = 8  # words of what is booked


@slot_type("occasion")
def _occasion(words: Words) -> Happening | None:
    """Return an event recognised by its name, or because the calendar is named. Its time may be missing."""
    found = None if words.tokens[0].word == "you" else read_happening(words)  # 'have you put …' asks
    if found is None or (found.when.length and not (found.when.first or found.when.has_time)):
        return None  # 'make the lunch an hour long' is about an existing one
    if (found.when.rrule or found.when.length) and not found.when.has_time and _is_known(words):
        return None  # so are 'make the lunch weekly' and 'make that lunch on Friday an hour long'
    return found if found.in_calendar or is_occasion(found.title) else None


def _is_known(words: Words) -> bool:
    """Return whether words begin as those of something known: 'the lunch', 'our lunch', not 'a lunch'."""
    first = (words.tokens[0].word,)
    return at_start("article", first)[0] == "one" and not at_start("new_one", first)[1]


@slot_type("timed_event")
def _timed_event(words: Words) -> Happening | None:
    """Return an occasion, or any one-off at a time of day. Other repeated work is for an agent."""
    found = None if _leads_elsewhere(words) else read_happening(words)
    if found is None:
        return None
    timed = (found.when.has_time or found.when.part) and not found.when.rrule
    return found if timed or found.in_calendar or is_occasion(found.title) else None


@slot_type("noted_event")
def _noted_event(words: Words) -> Happening | None:
    """Return a one-off behind which 'calendar' alone may stand, not what is to be listed."""
    found = _timed_event(words)
    return None if found and at_start("work_opening", as_words(fold(found.title)))[1] else found


@slot_type("dated_event")
def _dated_event(words: Words) -> Happening | None:
    """Return anything on a day."""
    found = None if _leads_elsewhere(words) else read_happening(words)
    return found if found and found.when.first and not found.when.rrule else None


@slot_type("reminders")
def _reminders(words: Words) -> tuple[Happening, ...] | None:
    """Return a reminder on each of several days. Without a time it is all day."""
    found = _on_each_day(words, _reminder)
    return found and tuple(replace(one, when=one.when.completed_by(Moment(all_day=True))) for one in found)


def _on_each_day(words: Words, read: Callable[[Words], Happening | None]) -> tuple[Happening, ...] | None:
    """Return what is read of words with each of their days in place of all of them."""
    days = days_listed(words.text, words.situation.now.date()) if len(words.tokens) <= LONGEST else []
    if not days:
        return None
    before, behind = words.text[: days[0].start], words.text[days[-1].end :]
    texts = [f"{before}{day.first.isoformat()}{behind}" for day in days]
    found = [read(words_of(text, tokenize(text), words.situation)) for text in texts]
    events = tuple(one for one in found if one)
    return events if len(events) == len(days) else None


def _leads_elsewhere(words: Words) -> bool:
    """Return whether words begin with another target: 'to Parking: …'."""
    first = without_calendar(words.tokens)[0][:1]
    return any((one.word,) in table("put_where") for one in first)


@slot_type("bare_event")
def _bare_event(words: Words) -> Happening | None:
    """Return an occasion with day and time, without an order: 'stand-up every weekday at 9:15'."""
    said = {token.word for token in words.tokens}
    _, names_calendar = without_calendar(words.tokens)
    if said & words_in_table("statement") or not (names_calendar or any(map(is_of_occasion, said))):
        return None
    found = read_happening(words)
    if found is None or ":" in found.title or begins_an_order(fold(found.title)):
        return None
    dated = found.when.first or found.when.rrule
    if found.in_calendar and found.when.first:
        return found
    lasts = _lasts_days(found.when)
    return found if dated and (found.when.has_time or lasts) and is_occasion(found.title) else None


# one on each of several days: 'potting class on the 12th and 13th of May at 11'
slot_type("timed_events")(partial(_on_each_day, read=_timed_event))
slot_type("bare_events")(partial(_on_each_day, read=_bare_event))


@slot_type("guessed_event")
def _guessed_event(words: Words) -> Happening | None:
    """Return what may be an event, as a few words name it beside day and time: 'toolbox talk mondays 7am'."""
    said = {token.word for token in words.tokens}
    found = None if said & words_in_table("statement") or ":" in said else read_happening(words)
    if found is None or len(found.title.split()) > NAME or begins_an_order(fold(found.title)):
        return None
    dated = found.when.first or found.when.rrule
    return found if dated and found.when.at and not continues(found.title) else None


@slot_type("booked_span")
def _booked_span(words: Words) -> Happening | None:
    """Return what is booked from a time to another one, or for so long: that is surely an appointment."""
    found = _booked(words, longest=LONGEST)
    return found if found and (found.when.ends or found.when.length) else None


@slot_type("booked_event")
def _booked_event(words: Words) -> Happening | None:
    """Return what is booked for a day and a clock time, but not 'a table': 'trial lesson Zoe with Ines'."""
    return _booked(words, longest=_BOOKED)


def _booked(words: Words, *, longest: int) -> Happening | None:
    first = words.tokens[0].word
    led = key_of("article", first) or ":" in {one.word for one in words.tokens[:_BOOKED]}
    found = None if led else read_happening(words)
    if found is None or len(found.title.split()) > longest:
        return None
    return found if found.when.first and found.when.at and not found.when.rrule else None


def _lasts_days(when: Moment) -> bool:
    """Return whether it lasts several days, a whole month doesn't count: 'lunch for 25 from January'."""
    if not (when.first and when.last) or when.last <= when.first:
        return False
    return when.first.day != 1 or (when.last + timedelta(1)).day != 1


def begins_an_order(title: str) -> bool:
    """Return whether a title begins like an order. 'call with Marta' doesn't: a 'call' is an occasion."""
    if at_start("work_opening", as_words(title))[1]:  # 'list tomorrow's appointments' is work for an agent
        return True
    first, *rest = title.split()
    names_it = bool(at_start("occasion", (first,))[1]) and (not rest or continues(rest[0]))
    return first in verbs() and not names_it


@slot_type("happenings")
def _happenings(words: Words) -> tuple[Happening, ...] | None:
    """Return the events that a text lists. A missing day or time is asked for later."""
    bare = (list(dropwhile(_joins, row)) for row in rows_of(words.tokens))
    rows = [words.part(row) for row in bare if row]
    found = [read_happening(row, any_kind=True) for row in rows]
    events = tuple(one for one in found if one)
    if len(events) == len(found) and any(one.when for one in events):
        return events
    is_one = not (found and found[0] and found[0].when)  # 'the fair, 3 December, 10:00-11:30'
    whole = read_slot("told_happening", words) if is_one else None
    return (whole,) if whole and begins_with_title(words, whole) else None


def begins_with_title(words: Words, event: Happening) -> bool:
    """Return whether an event's name comes before its day and time."""
    return fold(without_article(words.text)).startswith(fold(event.title))


@slot_type("told_happening")
def _told_happening(words: Words) -> Happening | None:
    """Return one event of a list whose day and time, or first and last day, are told."""
    found = read_happening(words, any_kind=True)
    told = found and found.when.first and (found.when.has_time or _lasts_days(found.when))
    return found if told else None


@slot_type("event_title")
def _event_title(words: Words) -> str | None:
    """Return an event's name, without an article."""
    found = find_moment(words.text, words.situation.now)
    if found is None or found.moment or not is_title(words.text, words, any_kind=False):
        return None
    return capitalised(without_article(words.text))


@slot_type("reminder")
def _reminder(words: Words) -> Happening | None:
    """Return the text of a reminder, or None for a question."""
    if words.tokens[0].word in {"what", "which", "who", "when", "where", "why", "how", "if", "whether", "of"}:
        return None
    if _is_ahead(words):
        return None  # 'the day before the fair' is no title
    size = _before_topic(words)
    found = read_happening(words.part(words.tokens[:size]), any_kind=True, of_chores=True)
    if found is None:
        return None
    tokens, _ = without_lead(list(tokenize(found.title)), "to_do")
    tokens = tokens[1:] if tokens and tokens[0].word == "," else tokens
    title = without_article(found.title[tokens[0].start :]) if tokens else ""
    title += words.source[words.tokens[size - 1].end : words.tokens[-1].end] if title else ""
    return replace(found, title=capitalised(title)) if title else None


def _is_ahead(words: Words) -> bool:
    ends = (at + 1 for at, one in enumerate(words.tokens[:_AHEAD]) if one.word in BEFOREHAND)
    leads = [words.part(words.tokens[:end]) for end in ends]
    return any(time_ahead(one) or evening_ahead(one) for one in leads)


def _before_topic(words: Words) -> int:
    """Return how many tokens precede a topic that may sound like days: '… at 8 to ring Ann about Sundays'."""
    at = next((at for at, one in enumerate(words.tokens) if at and one.word == _ABOUT), len(words.tokens))
    before = find_moment(words.part(words.tokens[:at]).text, words.situation.now) if at else None
    return at if before and before.moment.has_time else len(words.tokens)


@slot_type("next_reminder")
def _next_reminder(words: Words) -> Happening | None:
    """Return another reminder with its own day: 'pay the rent by the 1st', 'return them on Tuesday'."""
    to_me = any(one.word in ("me", "us") for one in words.tokens)  # 'and tell me what is on today'
    tells = any(key_of("tells", one.word) for one in words.tokens) or key_of("article", words.tokens[0].word)
    found = None if to_me or tells else _reminder(words)
    return found if found and found.when.first else None


def read_happening(words: Words, *, any_kind: bool = False, of_chores: bool = False) -> Happening | None:
    """Return the words beside the moment, if they name one thing."""
    tokens, in_calendar = without_calendar(list(dropwhile(_joins, words.tokens)))
    if not tokens or len(tokens) > LONGEST or _asks_for_more(tokens):
        return None
    key, size = at_start("kind", tuple(token.word for token in tokens))
    if size > 1 and key not in ("event", "thing") and not any_kind:
        return None  # 'to do: call the clerk tomorrow'
    text = text_of_tokens(words.source, tokens) + possessive_after(words.source, tokens[-1])
    if days_listed(text, words.situation.now.date()):
        return None
    found = find_moment(text, words.situation.now)
    if found and not found.moment.has_time and counts_several(text):
        return None
    title = without_tail(title_beside(text, found)) if found else ""
    if " : " in title or (":" in title and find_days(title, words.situation.now.date())):
        return None  # 'the two fairs in my calendar: Ely 3 May, Diss 6 June' are several
    in_calendar = in_calendar or bool(found and is_put_in(text, found))
    if not found or not is_title(title, words, any_kind=any_kind or in_calendar, of_chores=of_chores):
        return None
    return Happening(capitalised(without_article(title)), found.moment, in_calendar)


def _asks_for_more(tokens: Sequence[Token]) -> bool:
    """Return whether another wish follows: '… at 15:30, and tell me what else I have'."""
    rows = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return any(
        one.word in JOINTS and then.word in _REQUESTS and whom.word in _WHOM for one, then, whom in rows
    )


def _joins(token: Token) -> bool:
    return token.word in JOINTS


@cache
def words_in_table(name: str) -> frozenset[str]:
    return frozenset(word for form in table(name) for word in form)
