"""An order about work as a bag of words: the change, and the names of the thing and of people."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from intent.commands.catalogue import JOINTS
from intent.commands.grammar.tokens import Token
from intent.commands.words import as_words
from intent.commands.work.order_days import NO_SPAN, SpanFound, days_in, feasts_in, lies_in, span_in
from intent.commands.work.order_words import cues_of, phrase_at
from intent.data_files import words_of
from intent.slots.days import DayFound

_words = partial(words_of, "work_orders")
_LONGEST = 24  # words; anything longer is a story
_STATES = ("done", "open")
_NO_ORDER = frozenset(("frees", "was", "meant", "away"))  # used by templates, about the past, or a reason
_OWNER = "'s"
_UNTIL, _THEM = frozenset(("until", "till", "til")), (("him",), ("her",), ("them",))


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """The change to a thing: a `state`, a `day`, a shift (`later`), another person, or its deletion.

    `topic` are the remaining words, as written, which name things and people. `points` is the sort of
    reference: 'one' for 'it', 'many', 'both', 'theirs' and 'theirs_both' for 'all of his'. `before` are the
    message's words before the order. An order that `tells` describes the thing first and then refers to it.
    """

    text: str
    topic: tuple[str, ...] = ()
    state: str = ""
    day: date | None = None
    later: timedelta | None = None
    gives: bool = False
    deletes: bool = False
    points: str = ""
    before: str = ""
    tells: bool = False
    free_words: int = 0

    @property
    def gives_time(self) -> bool:
        """Return whether somebody gets a new day: 'give Fran until Friday'."""
        return not _UNTIL.isdisjoint(as_words(self.text))

    @property
    def moves(self) -> bool:
        """Return whether it moves something: 'move it over to Elm'."""
        return self.gives and not {*as_words(self.text)}.isdisjoint(_words("moving"))

    @property
    def gives_them_time(self) -> bool:
        """Return whether that is somebody named before: 'give her until Friday'."""
        words = tuple(one for one in as_words(self.text) if one not in JOINTS)
        return words[:1] == ("give",) and words[1:2] in _THEM and not _UNTIL.isdisjoint(words[2:3])


@dataclass(frozen=True, slots=True)
class _Bag:
    cues: frozenset[str]
    topic: tuple[str, ...]
    points: str
    tells: bool

    @property
    def names_thing(self) -> bool:
        """Return whether it names an action. 'that's me done for today' doesn't."""
        return bool(self.topic) or self.points.startswith("theirs")


def read_work_order(source: str, tokens: Sequence[Token], today: date) -> WorkOrder | None:
    """Return the order for a thing in some words, or None if they have no cue, or a condition."""
    said = [one for one in tokens if not one.is_mark or one.word in (_OWNER, ",", ":")]
    if not said or len(said) > _LONGEST or _asks(said) or _has_no_need(source[: said[0].start], said[0].word):
        return None
    if not any(_has_cue(said, at) for at in range(len(said))):
        return None
    text = source[said[0].start : said[-1].end]
    span = span_in(said, today)
    days = [one for one in days_in(text, today) if not lies_in(one, span, said)]
    days += feasts_in(said, today)
    if len(days) > 1:
        return None
    bag = _bag(said, days[0] if days else None, span)
    if bag and bag.topic and source[: said[0].start].strip() and said[0].word in _words("headless"):
        return None  # what 'needs ordering by Friday' stands before it
    return _order(bag, text, source[: said[0].start], days, span) if bag else None


def _order(bag: _Bag, text: str, before: str, days: Sequence[DayFound], span: SpanFound) -> WorkOrder | None:
    """Return a bag as an order, or None if its cues don't combine."""
    cues, later = bag.cues, _shifted(bag.cues, span)
    states = [one for one in _STATES if one in cues]
    dated = bool(days) and ("due" in cues or "give" in cues)
    deletes = "delete" in cues
    if cues & _NO_ORDER or len(states) > 1 or (days and not dated) or (span is not NO_SPAN and later is None):
        return None
    if (dated and later) or (states and (dated or later or deletes or not bag.names_thing)):
        return None
    gives = "give" in cues and not (states or later or deletes)
    if not (states or dated or later or gives or deletes):
        return None
    return WorkOrder(
        text,
        bag.topic,
        states[0] if states else "",
        days[0].last if dated else None,
        later,
        gives,
        deletes,
        bag.points,
        before,
        bag.tells,
        len(as_words(text)),
    )


def _shifted(cues: frozenset[str], span: SpanFound) -> timedelta | None:
    """Return by how much a day moves, negative if it moves earlier."""
    if span is NO_SPAN:
        return None
    return -span.length if "earlier" in cues else span.length if "later" in cues else None


def _bag(tokens: Sequence[Token], day: DayFound | None, span: SpanFound) -> _Bag | None:
    """Return an order's words, sorted, or None if one of them never occurs in orders."""
    cues, topic, points, joined, at = set[str](), list[str](), "", False, 0
    offset = tokens[0].start
    while at < len(tokens):
        token = tokens[at]
        if (day and day.start <= token.start - offset < day.end) or span.first <= at < span.end:
            cues |= cues_of(token.word) & {"later"}
            at += 1
            continue
        found, size = phrase_at(tokens, at)
        kinds = {kind for table, kind in found if table == "cue"}
        cues |= kinds
        pointed = next((kind for table, kind in found if table == "pointer"), "")
        points = points if points.startswith("theirs") else pointed or points
        joined = joined or token.word in JOINTS or token.word in (":", "so")
        if not found and not token.is_quoted and token.word in _words("never"):
            return None
        if _owns(tokens, at):
            cues.add("give")
        elif not found and not _is_filler(token):
            if joined:
                return None  # a joint is followed only by the change
            topic.append(token.text)
        at += size
    return _Bag(frozenset(cues), tuple(topic), points, bool(joined and topic and points))


def _asks(tokens: Sequence[Token]) -> bool:
    """Return whether words ask what was done, is so or is best: 'did I delete it', 'should we move it'."""
    first, following = (*(one.word for one in tokens[:2]), "")[:2]
    if first in _words("asks_first"):
        return following not in _words("asks_not")
    if first in _words("asks_of_others"):
        return following != "you"
    pairs = (("asks_with", "asks_whom"), ("asks_leave", "asks_of_self"))
    return any(first in _words(one) and following in _words(other) for one, other in pairs)


def _has_no_need(before: str, first: str) -> bool:
    """Return whether words continue after 'no': 'no need to delete it'."""
    return first in _words("needs") and as_words(before)[-1:] == ("no",)


def _has_cue(tokens: Sequence[Token], at: int) -> bool:
    return _owns(tokens, at) or any(table == "cue" for table, _ in phrase_at(tokens, at)[0])


def _is_filler(token: Token) -> bool:
    return not token.is_quoted and (token.word in _words("filler") or token.word in JOINTS or token.is_mark)


def _owns(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a possessive ends the words: 'the delivery is Ann's'."""
    rest = [one for one in tokens[at + 1 :] if not _is_filler(one)]
    named = any(one.word in ("is", "are") for one in tokens[1:at])
    return tokens[at].word == _OWNER and named and not rest
