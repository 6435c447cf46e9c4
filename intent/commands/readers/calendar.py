"""Slots of the calendar: what is to be put into it, and which of its events is meant."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.slot_types import Words, slot_type, text_of
from intent.commands.tokens import Token, fold, tokenize
from intent.commands.words import as_words, at_end, at_start, key_of, table
from intent.slots.moments import Moment, MomentFound, find_moment

_LONGEST = 40  # words
_LONG_WORD = 6  # letters of a word that may end a compound, as German makes them
_NO_TITLES = frozenset(
    ("it", "that", "they", "there", "we", "i", "you", "he", "she", "what", "who", "anyone", "someone")
)
_LEAD = re.compile(r"^(?:for|to|that|of)\s+(?=\S)", re.I)


@dataclass(frozen=True, slots=True)
class Happening:
    """Something for the calendar: its title, when it is, and whether the words name the calendar."""

    title: str
    when: Moment = field(default_factory=Moment)
    in_calendar: bool = False

    @property
    def free_words(self) -> int:
        """How many of its words could be any others: none if they surely are an event's."""
        return 0 if self.in_calendar or _is_occasion(self.title) else len(self.title.split())


@dataclass(frozen=True, slots=True)
class EventReference:
    """An event as people point at it: by its title, its day or time, its place in a list, or 'it'.

    With `title` empty any event fits. `whole_series` is of what repeats all of it. `place` counts from 1.
    """

    words: str
    title: str = ""
    when: Moment = field(default_factory=Moment)
    whole_series: bool = False
    is_pronoun: bool = False
    place: int | None = None
    in_calendar: bool = False

    @property
    def free_words(self) -> int:
        """How many of its words could be any others: more if nothing says that they are an event's."""
        is_sure = self.in_calendar or _is_occasion(self.title)
        return max(0, len(self.title.split()) + (-1 if is_sure else 1)) if self.title else 0


# -- what is new ---------------------------------------------------------------------------------


@slot_type("occasion")
def _occasion(words: Words) -> Happening | None:
    """Return what is an event by its name, or because the calendar is named; its time may be missing."""
    found = _happening(words)
    if found is None or (found.when.length and not (found.when.first or found.when.has_time)):
        return None  # 'make the lunch an hour long' is of one that is there
    return found if found.in_calendar or _is_occasion(found.title) else None


@slot_type("timed_event")
def _timed_event(words: Words) -> Happening | None:
    """Return an occasion, or anything once at a time of day; other work that repeats is an agent's."""
    found = _happening(words)
    if found is None:
        return None
    timed = (found.when.has_time or found.when.part) and not found.when.rrule
    return found if timed or found.in_calendar or _is_occasion(found.title) else None


@slot_type("dated_event")
def _dated_event(words: Words) -> Happening | None:
    """Return anything on a day."""
    found = _happening(words)
    return found if found and found.when.first and not found.when.rrule else None


@slot_type("bare_event")
def _bare_event(words: Words) -> Happening | None:
    """Return an occasion with day and time, said without an order: 'stand-up every weekday at 9:15'."""
    said = {token.word for token in words.tokens}
    _, names_calendar = _without_calendar(words.tokens)
    if said & _words_of("statement") or not (names_calendar or any(map(_is_of_occasion, said))):
        return None
    found = _happening(words)
    if found is None or _begins_an_order(fold(found.title)):
        return None
    dated = found.when.first or found.when.rrule
    if found.in_calendar and found.when.first:
        return found
    return found if dated and found.when.has_time and _is_occasion(found.title) else None


def _begins_an_order(title: str) -> bool:
    """Return whether a title begins like an order; 'call with Marta' does not, a 'call' being an occasion."""
    first, *rest = title.split()
    if at_start("work_opening", as_words(title))[1]:  # 'list tomorrow's appointments' is work for an agent
        return True
    names_it = bool(at_start("occasion", (first,))[1]) and (not rest or _goes_on(rest[0]))
    return first in verbs() and not names_it


@slot_type("event_title")
def _event_title(words: Words) -> str | None:
    """Return the name of an event, without an article."""
    found = find_moment(words.text, words.situation.now)
    if found is None or found.moment or not _is_title(words.text, words, any_kind=False):
        return None
    return _capital(_without_article(words.text))


@slot_type("reminder")
def _reminder(words: Words) -> Happening | None:
    """Return what somebody wants to be reminded of; a question is none."""
    if words.tokens[0].word in {"what", "which", "who", "when", "where", "why", "how", "if", "whether", "of"}:
        return None
    found = _happening(words, any_kind=True)
    if found is None:
        return None
    tokens, _ = _cut(list(tokenize(found.title)), "to_do")
    tokens = tokens[1:] if tokens and tokens[0].word == "," else tokens
    title = _without_article(found.title[tokens[0].start :]) if tokens else ""
    return replace(found, title=_capital(title)) if title else None


def _happening(words: Words, *, any_kind: bool = False) -> Happening | None:
    """Return what the words say without its moment, if that is the name of one thing."""
    tokens, in_calendar = _without_calendar(words.tokens)
    if not tokens or len(tokens) > _LONGEST:
        return None
    key, size = at_start("kind", tuple(token.word for token in tokens))
    if size > 1 and key not in ("event", "thing") and not any_kind:
        return None  # 'to do: call the clerk tomorrow'
    text = _joined(words.source, tokens)
    found = find_moment(text, words.situation.now)
    title = _title(text, found) if found else ""
    if not found or not _is_title(title, words, any_kind=any_kind or in_calendar):
        return None
    return Happening(_capital(_without_article(title)), found.moment, in_calendar)


def _joined(source: str, tokens: Sequence[Token]) -> str:
    """Return tokens as text, also if some between them were taken out."""
    parts = [source[tokens[0].start : tokens[0].end]]
    for before, token in pairwise(tokens):
        between = source[before.end : token.start]
        parts += [
            between if between.strip() == "" and len(between) < 2 else " ",
            source[token.start : token.end],
        ]
    return "".join(parts)


def _without_calendar(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """Return tokens without 'in my calendar' and its like, and whether they had it."""
    for at in range(len(tokens)):
        words = tuple(token.word for token in tokens[at:])
        _key, size = at_start("in_calendar", words)
        if size:
            rest = [*tokens[:at], *tokens[at + size :]]
            return [one for place, one in enumerate(rest) if place or one.word not in (":", ",")], True
    return list(tokens), False


def _title(text: str, found: MomentFound) -> str:
    """Return what is said besides the moment; two pieces are one name if the second goes on with it."""
    pieces = [text[start:end] for start, end in found.rest]
    if len(pieces) == 2 and _goes_on(pieces[1]):
        return " ".join(pieces)
    return _unquoted(_LEAD.sub("", pieces[0])) if len(pieces) == 1 else ""


def _goes_on(piece: str) -> bool:
    return (fold(piece).split() or [""])[0] in {form[0] for form in table("goes_on")}


def _without_article(title: str) -> str:
    """Return a title without the article that it begins with: 'Team lunch' of 'the team lunch'."""
    tokens = tokenize(title)
    key, size = at_start("article", tuple(token.word for token in tokens))
    return title[tokens[size].start :] if key == "one" and size < len(tokens) else title


def _unquoted(text: str) -> str:
    tokens = tokenize(text)
    return tokens[0].text if len(tokens) == 1 and tokens[0].is_quoted else text


def _is_title(title: str, words: Words, *, any_kind: bool) -> bool:
    tokens = tokenize(title)
    if not tokens or key_of("pronoun", title) or _holds_an_order(tokens):
        return False
    bare = _bare(title)
    if bare in {fold(name) for name in (*words.situation.agents, *words.situation.skills)}:
        return False
    if at_start("kind", tuple(bare.split()))[0] in ("agent", "skill"):
        return tokens[0].is_quoted
    return any_kind or tokens[0].is_quoted or not _names_other_kind(bare)


def _holds_an_order(tokens: Sequence[Token]) -> bool:
    return any(one.word in JOINTS and other.word in verbs() for one, other in pairwise(tokens))


def _bare(title: str) -> str:
    """Return a title, folded, without its article."""
    words = tuple(token.word for token in tokenize(title))
    _, size = at_start("article", words)
    return " ".join(words[size:])


def _head(bare: str) -> tuple[str, ...]:
    """Return the words of a title up to what is said of it: 'team lunch' of 'team lunch with Priya'."""
    words = tuple(bare.split())
    ends = {form[0] for form in table("goes_on")}
    return words[: next((place for place, word in enumerate(words) if place and word in ends), len(words))]


def _names_other_kind(bare: str) -> bool:
    """Return whether a title begins or ends with the word of another kind: 'a task ...', 'an urgent task'."""
    head = _head(bare)
    keys = {at_start("kind", head)[0], at_end("kind", head)[0]}
    return bool(keys - {"", "event", "thing"})


@cache
def _words_of(name: str) -> frozenset[str]:
    return frozenset(word for form in table(name) for word in form)


@cache
def _occasion_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words of occasions, and those that may end a compound."""
    single = tuple(form[0] for form in table("occasion") if len(form) == 1 and len(form[0]) >= _LONG_WORD)
    return frozenset(word for form in table("occasion") for word in form), single


def _is_of_occasion(word: str) -> bool:
    """Return whether a word is one of an occasion's: 'dentist', 'Teambesprechung'."""
    words, endings = _occasion_words()
    return word in words or word.endswith(endings)


def _is_occasion(title: str) -> bool:
    head = _head(_bare(title))
    if _names_other_kind(_bare(title)):
        return False
    if at_end("occasion", head)[1] or at_start("occasion", head)[1]:
        return True
    return bool(head) and head[-1].endswith(_occasion_words()[1])


def _capital(text: str) -> str:
    words = " ".join(text.split())
    return words[:1].upper() + words[1:]


# -- what is there -------------------------------------------------------------------------------


@slot_type("appointment")
def _appointment(words: Words) -> EventReference | None:
    """Return which event is meant: 'it', 'the second one', 'Friday's lunch with Priya', 'all stand-ups'."""
    tokens, in_calendar = _without_calendar(words.tokens)
    if not tokens or len(tokens) > _LONGEST:
        return None
    said = tuple(token.word for token in tokens)
    if table("pronoun").get(said) == "one" or (said[0] == "the" and said[1:] in table("any_event")):
        return EventReference(words.text, is_pronoun=True)
    found = find_moment(_joined(words.source, tokens), words.situation.now)
    title = _title(_joined(words.source, tokens), found) if found and found.rest else ""
    if found is None or (found.rest and not title) or found.moment.problem:
        return None
    return _pointing(words, title, found.moment, in_calendar)


def _pointing(words: Words, title: str, when: Moment, in_calendar: bool) -> EventReference | None:
    tokens = list(tokenize(title))
    quoted = len(tokens) == 1 and tokens[0].is_quoted
    series, place = False, None
    if not quoted:
        if _holds_an_order(tokens) or (tokens and tokens[0].word in _NO_TITLES):
            return None
        tokens, series = _cut(tokens, "whole_series")
        _, ending = at_end("series", tuple(token.word for token in tokens))
        if 0 < ending < len(tokens):
            tokens, series = tokens[:-ending], True
        tokens, _ = _cut(tokens, "article")
        key, size = at_start("ordinal", tuple(token.word for token in tokens))
        if size and tuple(token.word for token in tokens[size:]) in {(), ("one",), *table("any_event")}:
            place, tokens = int(key), []
    name = text_of(title, tokens)
    if tuple(token.word for token in tokens) in table("any_event"):
        name = ""
    if not quoted and name and _names_other_kind(fold(name)) and not in_calendar:
        return None
    return EventReference(
        words.text, name, when, series or bool(when.rrule), place=place, in_calendar=in_calendar
    )


def _cut(tokens: list[Token], name: str) -> tuple[list[Token], bool]:
    """Return tokens without a form of a table that they begin with, and whether they did."""
    _, size = at_start(name, tuple(token.word for token in tokens))
    return (tokens[size:], True) if 0 < size < len(tokens) else (tokens, False)


@slot_type("known_event")
def _known_event(words: Words) -> EventReference | None:
    """Return which event is meant if its words say that it is one, or that it is in the calendar."""
    found = _appointment(words)
    if found is None:
        return None
    sure = found.in_calendar or found.place is not None or (found.title and _is_occasion(found.title))
    return found if sure else None


@slot_type("company")
def _company(words: Words) -> str | None:
    return words.text if _goes_on(words.text) else None


__all__ = ["EventReference", "Happening"]
