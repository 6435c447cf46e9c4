"""Calendar slots: which existing event is meant."""

from intent.commands.readers.event_titles import (
    holds_an_order,
    text_of_tokens,
    title_beside,
    without_calendar,
    without_lead,
)
from intent.commands.readers.happenings import EventReference
from intent.commands.readers.new_events import LONGEST
from intent.commands.readers.occasions import goes_on, is_occasion, names_other_kind
from intent.commands.slot_types import Words, slot_type, text_of
from intent.commands.tokens import fold, tokenize
from intent.commands.words import at_end, at_start, table
from intent.slots.moment import Moment
from intent.slots.moments import find_moment

_NO_TITLES = frozenset(
    ("it", "that", "they", "there", "we", "i", "you", "he", "she", "what", "who", "anyone", "someone")
)


@slot_type("appointment")
def _appointment(words: Words) -> EventReference | None:
    """Return the event meant: 'it', 'the second one', 'Friday's lunch with Priya', 'all stand-ups'."""
    tokens, in_calendar = without_calendar(words.tokens)
    if not tokens or len(tokens) > LONGEST:
        return None
    said = tuple(token.word for token in tokens)
    if table("pronoun").get(said) == "one" or _is_any_event(said):
        return EventReference(words.text, is_pronoun=True)
    found = find_moment(text_of_tokens(words.source, tokens), words.situation.now)
    title = title_beside(text_of_tokens(words.source, tokens), found) if found and found.rest else ""
    if found is None or (found.rest and not title) or found.moment.problem:
        return None
    return _pointing(words, title, found.moment, in_calendar)


def _is_any_event(said: tuple[str, ...]) -> bool:
    """Return whether words refer to an event without its name: 'the meeting', 'den Termin'."""
    key, size = at_start("article", said)
    return key == "one" and said[size:] in table("any_event")


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
    if tuple(token.word for token in tokens) in table("any_event"):
        name = ""
    if not quoted and name and names_other_kind(fold(name)) and not in_calendar:
        return None
    return EventReference(
        words.text, name, when, series or bool(when.rrule), place=place, in_calendar=in_calendar
    )


@slot_type("known_event")
def _known_event(words: Words) -> EventReference | None:
    """Return the event meant, if the words say that it is one or that it is in the calendar."""
    found = _appointment(words)
    if found is None:
        return None
    sure = found.in_calendar or found.place is not None or (found.title and is_occasion(found.title))
    return found if sure else None


@slot_type("company")
def _company(words: Words) -> str | None:
    return words.text if goes_on(words.text) else None
