"""Calendar slots: which existing event is meant."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.grammar.slot_types import Words, slot_type, text_of
from intent.commands.grammar.tokens import Token, fold, tokenize
from intent.commands.readers.events.happenings import EventReference
from intent.commands.readers.events.new_events import LONGEST
from intent.commands.readers.events.occasions import is_occasion, names_other_kind
from intent.commands.readers.events.titles import (
    holds_an_order,
    text_of_tokens,
    title_beside,
    without_calendar,
    without_lead,
)
from intent.commands.readers.things.no_titles import is_no_title
from intent.commands.words import at_end, at_start, key_of, table
from intent.slots.moment import Moment
from intent.slots.moments import find_moment, names_weekday, read_new_moment
from intent.slots.recurrence import read_recurrence

_KINDS = ("appointment", "event", "entry", "termin", "cita", "evento")
_KIND = 2  # words of 'the appointment'
_NO_TITLES = frozenset(
    ("it", "that", "they", "there", "we", "i", "you", "he", "she", "what", "who", "anyone", "someone")
)


@slot_type("appointment")
def _appointment(words: Words) -> EventReference | None:
    """Return the event meant: 'it', 'the second one', 'Friday's lunch with Priya', 'all stand-ups'."""
    tokens, in_calendar = without_calendar(words.tokens)
    if not tokens or len(tokens) > LONGEST:
        return None
    if named := _behind_kind(tokens):
        tokens, in_calendar = [*named], True
    if _points(tokens):
        return EventReference(words.text, is_pronoun=True)
    if points := one_of_series(words.text, tokens):
        return points
    tokens, alone = without_alone(tokens)
    if _points(tokens):
        return EventReference(words.text, is_pronoun=True, alone=True)
    leads = size_of_one(tokens)
    bare = without_one(tokens[leads:])
    if len(bare) < len(tokens) and (when := _when_alone(words, bare)):
        return _on_a_day(words.text, when, its=leads == 1)
    text = text_of_tokens(words.source, without_one(tokens))  # 'die Sitzung' begins like 'die am Montag'
    found = find_moment(text, words.situation.now)
    title = title_beside(text, found) if found and found.rest else ""
    if found is None or (found.rest and not title) or found.moment.problem:
        return None
    when = replace(found.moment, weekday=bool(found.moment.first) and names_weekday(text))
    event = _pointing(words, title, when, in_calendar)
    return replace(event, alone=alone) if event else None


def _when_alone(words: Words, tokens: list[Token]) -> Moment | None:
    """Return the moment that words are but for an article: 'the January', 'the weekly'."""
    row, _ = without_lead(tokens, "article")
    text = text_of_tokens(words.source, row)
    if found := read_new_moment(text, words.situation.now):
        return None if found.problem else found
    repeats = read_recurrence(text, words.situation.now.date())
    return Moment(rrule=repeats.rrule, every=repeats.words) if repeats and not repeats.problem else None


def _on_a_day(said: str, when: Moment, *, its: bool) -> EventReference:
    """Return the one event of a day: of the series at hand if there is one, surely if it is `its`."""
    return EventReference(
        said, when=when, is_pronoun=its, alone=bool(when.first), whole_series=bool(when.rrule)
    )


def _points(tokens: Sequence[Token]) -> bool:
    """Return whether words are 'it', or refer to an event without its name: 'the meeting', 'den Termin'."""
    said = tuple(token.word for token in tokens)
    key, size = at_start("article", said)
    return table("pronoun").get(said) == "one" or (key == "one" and said[size:] in table("any_event"))


def _pointing(words: Words, title: str, when: Moment, in_calendar: bool) -> EventReference | None:
    tokens = list(tokenize(title))
    quoted = len(tokens) == 1 and tokens[0].is_quoted
    series, place = False, None
    if not quoted:
        if holds_an_order(tokens) or (tokens and tokens[0].word in _NO_TITLES):
            return None
        tokens, series = without_lead(tokens, "whole_series")
        _, ending = at_end("series", tuple(token.word for token in tokens))
        if 0 < ending < len(tokens):
            tokens, series = tokens[:-ending], True
        tokens, _ = without_lead(tokens, "article")
        key, size = at_start("ordinal", tuple(token.word for token in tokens))
        if size and tuple(token.word for token in tokens[size:]) in {(), ("one",), *table("any_event")}:
            place, tokens = int(key), []
    name = text_of(title, tokens)
    if not quoted and is_no_title(name):
        return None
    if tuple(token.word for token in tokens) in table("any_event"):
        name = ""
    if not quoted and name and names_other_kind(fold(name)) and not in_calendar:
        return None
    return EventReference(
        words.text, name, when, series or bool(when.rrule), place=place, in_calendar=in_calendar
    )


@slot_type("events_of_day")
def _events_of_day(words: Words) -> EventReference | None:
    """Return all events of the days that words are: 'friday' behind 'cancel everything on'."""
    when = read_new_moment(words.text, words.situation.now)
    is_day = when is not None and when.first and not (when.at or when.rrule or when.problem)
    return EventReference(words.text, when=when, whole_series=True) if when and is_day else None


@slot_type("occurrence")
def _occurrence(words: Words) -> EventReference | None:
    """Return one event of a day: 'ballet on 24 December', which a day alone is not."""
    found = _appointment(words)
    return found if found and found.when.first and (found.title or found.is_pronoun or found.alone) else None


@slot_type("this_event")
def _this_event(words: Words) -> EventReference | None:
    """Return an event that is known and surely no new one: 'the call', not 'a call'."""
    return None if key_of("new_one", words.tokens[0].word) else _known_event(words)


def _behind_kind(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the name behind 'the appointment', in capitals or quoted, empty if there is none."""
    name = tokens[_KIND:]
    is_led = bool(name and key_of("article", tokens[0].word)) and tokens[1].word in _KINDS
    return name if is_led and (name[0].text[:1].isupper() or name[0].is_quoted) else ()


@slot_type("known_event")
def _known_event(words: Words) -> EventReference | None:
    """Return the event meant, if the words say that it is one or that it is in the calendar."""
    found = _appointment(words)
    if found is None:
        return None
    dated = found.when.first and not (
        found.title or found.is_pronoun or found.alone
    )  # 'that meeting on 4 May'
    sure = found.in_calendar or found.place is not None or (found.title and is_occasion(found.title))
    return found if sure or dated else None


@slot_type("event_in_calendar")
def _event_in_calendar(words: Words) -> EventReference | None:
    """Return an event that the words place in the calendar: 'the dentist in my diary'."""
    found = _appointment(words)
    return found if found and found.in_calendar and found.title else None


@slot_type("event_at_hand")
def _event_at_hand(words: Words) -> EventReference | None:
    """Return the event spoken of last: 'it', 'that one'."""
    return EventReference(words.text, is_pronoun=True) if _points(list(words.tokens)) else None


@slot_type("series_point")
def _series_point(words: Words) -> EventReference | None:
    """Return an event that is only pointed at: 'it', 'one', 'that'."""
    if is_one_of_them(words.tokens) or _points(list(words.tokens)):
        return EventReference(words.text, is_pronoun=True, alone=True)
    return one_of_series(words.text, words.tokens)


@slot_type("day_of_series")
def _day_of_series(words: Words) -> EventReference | None:
    """Return what takes place on a day, of the series at hand: 'the 12th', '24 December'."""
    when = read_new_moment(words.text, words.situation.now)
    only_days = when and when.first and not (when.has_time or when.rrule or when.problem)
    return EventReference(words.text, when=when, is_pronoun=True, alone=True) if when and only_days else None


def one_of_series(text: str, tokens: Sequence[Token]) -> EventReference | None:
    """Return the next of the series at hand, or all of it, where words say no more than that."""
    rest, alone = without_alone(tokens)
    key = table("of_series_at_hand").get(tuple(token.word for token in rest), "")
    if not key:
        return None
    return EventReference(text, is_pronoun=True, whole_series=key == "whole", alone=alone or key == "next")


def size_of_one(tokens: Sequence[Token]) -> int:
    """Return how many words 'it' or 'the one' has before others that say which: 'the one on Friday'."""
    said = tuple(token.word for token in tokens)
    article = at_start("article", said)[1]
    behind = at_start("one_of_them", said, article)[1]
    size = article + behind if behind else at_start("one_of_them", said)[1]  # 'la del 28'
    return size if size < len(said) else 0


def is_one_of_them(tokens: Sequence[Token]) -> bool:
    """Return whether words are only 'it' or 'one': 'how many of them'."""
    return tuple(token.word for token in tokens) in table("one_of_them")


def without_alone(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """Return tokens without 'only' before or behind them, and whether they had it."""
    said = tuple(token.word for token in tokens)
    start, end = at_start("alone", said)[1], at_end("alone", said)[1]
    rest = list(tokens[start : len(tokens) - end])
    return (rest, bool(start or end)) if rest else (list(tokens), False)


def without_one(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a title without 'one' at their end: 'ballet' of 'the ballet one'."""
    size = at_end("one_of_them", tuple(token.word for token in tokens))[1]
    return list(tokens[: len(tokens) - size]) if size < len(tokens) else list(tokens)
