"""Reads one clause as a command: finds the template that covers all of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import time
from decimal import Decimal
from functools import partial

from intent.commands.bodies import changes_listed, unquoted
from intent.commands.catalogue import Template
from intent.commands.grammar.fits import Fits, Pointed, likeliest
from intent.commands.grammar.followers import may_follow, takes_body
from intent.commands.grammar.slot_types import read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.layout import list_end, sentences, text_end
from intent.commands.results import result_of
from intent.commands.types import Command
from intent.commands.words import at_start, is_within, key_of, table
from intent.commands.work.exceptions import split_exceptions, without
from intent.commands.work.orders import read_work_order
from intent.slots.recurrence import Recurrence

_SHORT, _HOME = 12, 10  # words of a clause with meaningful courtesies, of a project's name at its start
_TABLES = {"task_table": "task_table", "milestone_table": "milestone_table"}
_LISTS = {
    "titles": "entries",
    "told_titles": "told_entries",
    "detailed_titles": "detailed_titles",
    "happenings": "happenings",
    "title": "headed_title",
    **_TABLES,
}  # types of bodies that are lists or titles
_ENTRIES = frozenset(("entries", "told_entries", "detailed_titles"))
_ROWS = {**dict.fromkeys(_ENTRIES, "line_entries"), "happenings": "told_happening"}  # types of a sentence
_OF_THINGS = ("thing.", "document.")
_ADDED = {"when": "more", "at": "more", "destination": "receiver"}  # by 'as well'
_SHOW, _CREATE = "show", "thing.create"
COURTESY = Command("")


@dataclass(slots=True)
class Clauses(Fits):
    """The clauses of one message, each read once for each referent of 'it'."""

    found: dict[tuple[int, int, Pointed], Command | None] = field(default_factory=dict)
    at_hand: str = field(init=False)  # referent of 'it' before any command
    number: Decimal | None = field(init=False)  # last result before any command

    def __post_init__(self) -> None:
        self.at_hand, self.number = self.situation.at_hand, self.situation.number

    def command(self, start: int, end: int, previous: Command | None) -> Command | None:
        """Return the command that covers these tokens, or COURTESY. It may extend the `previous` command."""
        self._put_at_hand(start, end, previous)
        key = (start, end, self.pointed)
        if key not in self.found:
            found = self._read(start, end, lambda one: not (one.follows or one.body))
            loose = None if self._looks(*self._bare(start, end)) else self._loosely(start, end)
            self.found[key] = _or_loosely(found, loose)
        found = self.found[key]
        added = self._read(start, end, lambda one: may_follow(one, previous)) if previous else None
        if found is None or added is None:
            return found or added
        likelier = added.free <= found.free if found.tentative else added.free < found.free
        return added if likelier and added.name else found

    def _put_at_hand(self, start: int, end: int, previous: Command | None) -> None:
        """Let 'it' refer to the previous command's target, and 'that' to its result: '3 x 4, that by 2'."""
        points = self._points(start, end)
        number = result_of(previous, self.number, points=points)
        if number != self.situation.number:
            self.situation = replace(self.situation, number=number)
        kind = _kind_of(previous, self.situation.agents) if previous and points else ""
        spoken = self._spoken(start) if points and not kind else ""
        at_hand = "agent" if spoken else kind or self.at_hand
        if (at_hand, spoken) != (self.situation.at_hand, self.situation.spoken_agent):
            self.situation = replace(self.situation, at_hand=at_hand, spoken_agent=spoken)

    def _points(self, start: int, end: int) -> bool:
        """Return whether a clause refers to something named before: by 'it', or as 'weekly is enough'."""
        said = tuple(token.word for token in self.tokens[start:end])
        pointed = any((word,) in table("pronoun") for word in said) or is_within("that_agent", said)
        return pointed or is_within("other_one", said) or is_within("suffices", said, 1)

    def _spoken(self, start: int) -> str:
        """Return the agent that the sentence before named last: 'X is no use. Delete it.'"""
        said = (token.word for token in reversed(self.tokens[:start]))
        return next((word for word in said if word in self.situation.agents), "")

    def with_body(
        self, start: int, cut: int, below: int, previous: Command | None = None, *, listed: bool = False
    ) -> tuple[Command, int] | None:
        """Return the command of the tokens up to `cut`, with the text `below` as its body, and where that
        ends: a list ends with its lines, or with the sentence. Only a list counts if it must be `listed`.
        """
        first, last = self._bare(start, cut)
        home, at = self._home(first, last)
        inner, wanted = (
            self._bare(at, last),
            partial(takes_body, previous=previous, kinds=_LISTS if listed else ()),
        )
        fits = self._fits(*inner, wanted) or (self._fits(first, last, wanted) if home else [])
        for _, template, command in sorted(fits, key=lambda fit: -fit[0]):
            type_ = _LISTS.get(template.body, "")
            end = self._list_end(below, type_) if type_ else self._text_end(below)
            value = self._body(below, end, type_)
            if value:
                span = (command.span[0], self.tokens[end - 1].end)
                name = "titles" if type_ in (*_ENTRIES, *_TABLES) else template.body
                slots = {**home, **command.slots, name: value}
                return replace(command, slots=slots, span=span), end
        return None

    def _list_end(self, below: int, type_: str) -> int:
        """Return where a list ends. It goes on as long as each sentence is things with details."""
        end = list_end(self.message, self.tokens, below)
        first, last, row = below, end, _ROWS.get(type_, "")
        while row and self._value(row, first + 1, last) and self._is_point(last):
            first, last = last, list_end(self.message, self.tokens, last)
            if changes_listed(self.command(first + 1, last, None), self.tokens[below:first]):
                break
            end = last if self._value(row, first + 1, last) else end
        return end

    def is_told(self, below: int) -> bool:
        """Return whether the sentence behind an index is things of a list with details."""
        end = list_end(self.message, self.tokens, below)
        return self._value("line_entries", below + 1, end) is not None

    def _is_point(self, at: int) -> bool:
        return at < len(self.tokens) - 1 and self.tokens[at].word == "." and self.tokens[at + 1].word != "\n"

    def _text_end(self, below: int) -> int:
        """Return where a text ends: before an inline 'also give X to Y', or a question."""
        if self.tokens[below].word == "\n":
            return len(self.tokens)
        is_list = False
        for first, last in sentences(self.tokens[below + 1 :]):
            start, end = below + 1 + first, below + 1 + last
            if first and self._orders_more(start, end, after_list=is_list):
                return start - 1
            is_list = is_list or (not first and any(one.word == "," for one in self.tokens[start:end]))
        return text_end(self.tokens, below)

    def _orders_more(self, start: int, end: int, *, after_list: bool) -> bool:
        said = tuple(token.word for token in self.tokens[start:end])
        key = at_start("orders_more", said)[0]
        found = self.command(start, end, None) if key == "also" or (key and after_list) else None
        return found is not None and found.writes and not found.tentative

    def _body(self, below: int, end: int, type_: str) -> object:
        if not type_:
            behind = self.tokens[end].end if end < len(self.tokens) else None
            return unquoted(self.message[self.tokens[below].end : behind].strip())
        rest = self._words(below + 1, end)
        return read_slot(type_, rest) if rest.tokens else None

    def _read(self, start: int, end: int, wanted: Callable[[Template], bool]) -> Command | None:
        first, last = self._bare(start, end)
        if first >= last:
            return COURTESY
        if looks := self._looks(first, last):
            return self._shown(first, looks, last, wanted)
        found = self._goes_on(first, last, end, wanted) or likeliest(self._fits(first, last, wanted))
        found = found or self._within(first, last, wanted) or self._sparing(first, last, wanted)
        unsure = found is None or not found.writes or found.tentative or self._adds(start, first)
        if unsure and last - first < end - start <= _SHORT:
            found = self._in_full(start, end, wanted, found)
        return _with_more(found, self.tokens[last:end]) if found else None

    def _in_full(
        self, start: int, end: int, wanted: Callable[[Template], bool], found: Command | None
    ) -> Command | None:
        """Return the reading of a clause including its courtesies: 'and … too', 'open it again'.

        Of two orders, only one that is surer than the other counts: 'also on Saturdays'.
        """
        starts = dict.fromkeys((self._word(start), self._bare(start, end)[0]))
        full = next(filter(None, (likeliest(self._fits(one, end, wanted)) for one in starts)), None)
        surer = full and full.writes and not (found and found.writes and full.tentative)
        return full if full and (found is None or surer) else found

    def _adds(self, start: int, end: int) -> bool:
        """Return whether the courtesies before an order may add to something: 'also send it to Ann'."""
        return any(key_of("form_more", one.word) == "adds" for one in self.tokens[start:end])

    def _word(self, start: int) -> int:
        """Return the index of the first word, skipping punctuation."""
        while self.tokens[start].is_mark:
            start += 1
        return start

    def _goes_on(self, start: int, last: int, end: int, wanted: Callable[[Template], bool]) -> Command | None:
        """Return the extension of the last command by a trailing courtesy: 'start it again'."""
        if not self.situation.scope or not last < end <= start + _SHORT:
            return None
        ends = range(last + 1, end + 1)  # 'start it again, please'
        fits = (self._fits(start, one, lambda row: bool(row.scope) and wanted(row)) for one in ends)
        return next(filter(None, map(likeliest, fits)), None)

    def _looks(self, start: int, end: int) -> int:
        """Return the number of tokens that only ask to see what follows: 'can I see', 'a look at'."""
        return self._courtesy("looking", start, end, from_start=True) if start < end else 0

    def _shown(self, start: int, looks: int, end: int, wanted: Callable[[Template], bool]) -> Command | None:
        """Return the things to show, with 'show' in place of the words that ask for it, or without them."""
        verb, first = start + looks - 1, self._bare(start + looks, end)[0]
        tokens = (*self.tokens[:verb], replace(self.tokens[verb], word=_SHOW), *self.tokens[verb + 1 :])
        reader = Clauses(self.message, tokens, self.situation)
        shows = [(at, end) for at in (verb, first) if at < end]
        fits = (reader._fits(*one, lambda one: wanted(one) and not one.writes) for one in shows)
        return likeliest([fit for each in fits for fit in each])

    def _loosely(self, start: int, end: int) -> Command | None:
        """Return the order for an item of work, in any word order."""
        first, last = self._bare(start, end)
        today = self.situation.now.date()
        order = read_work_order(self.message, self.tokens[first:last], today) if first < last else None
        others = {*map(str.casefold, (*self.situation.agents, *self.situation.skills))}
        if order is None or any(one.word in others for one in self.tokens[first:last]):
            return None  # words that name an agent order nothing about work
        if any(self._counts(at) for at in range(first + 1, last)):
            return None  # 'the second one' is in a list, and isn't a name
        span = (self.tokens[first].start, self.tokens[last - 1].end)
        words = self._words(first, last).text
        return Command(
            "work.order", {"order": order}, span, words, writes=True, tentative=True, free=last - first
        )

    def _within(self, start: int, end: int, wanted: Callable[[Template], bool]) -> Command | None:
        """Return the order to create something in the project that begins a clause: 'In X add a task Y'.

        Like an order behind another one it may do without a verb: 'In X: a task Y'.
        """
        home, at = self._home(start, end)
        if not home:
            return None
        found = likeliest(self._fits(*self._bare(at, end), lambda one: _creates(one, wanted)))
        return replace(found, slots={**home, **found.slots}) if found else None

    def _sparing(self, start: int, end: int, wanted: Callable[[Template], bool]) -> Command | None:
        """Return an order for several things without those excluded by a trailing 'except'."""
        cut = split_exceptions(self._words(start, end))
        if cut is None or not cut[1].tokens:
            return None
        at = self.tokens.index(cut[0].tokens[-1]) + 1
        found = likeliest(self._fits(*self._bare(start, at), wanted))
        return without(found, read_slot("left_out", cut[1])) if found else None

    def _home(self, start: int, end: int) -> tuple[dict[str, str], int]:
        """Return the project that a clause begins with as a slot, and where the rest begins.

        'In that project' is the one at hand, without a name.
        """
        if start < end and key_of("inside", self.tokens[start].word) and not self.tokens[start].is_quoted:
            for at in range(start + 2, min(start + _HOME, end)):
                words = self._words(start + 1, at)
                if words.tokens and (home := read_slot("known_home", words)):
                    return {"project": home}, at
                if _points_at_project(words.tokens):
                    return {"project": ""}, at
        return {}, start


def _creates(template: Template, wanted: Callable[[Template], bool]) -> bool:
    return template.command == _CREATE and (wanted(template) or _CREATE in template.follows)


def _points_at_project(tokens: Sequence[Token]) -> bool:
    first, last = tokens[0].word if tokens else "", tokens[-1].word if tokens else ""
    return len(tokens) == 2 and bool(key_of("pronoun", first)) and key_of("kind", last) == "project"


def _or_loosely(found: Command | None, loose: Command | None) -> Command | None:
    """Return a reading with a looser alternative, used if its own target isn't found."""
    if found is None or loose is None:
        return found or loose
    if not (found.writes and found.name.startswith((*_OF_THINGS, "event.update"))):
        return found
    return replace(found, alternatives=(*found.alternatives, loose))


def _with_more(command: Command, closing: Sequence[Token]) -> Command:
    """Return a command whose days, time or receiver are added to the agent's: 'on Fridays as well'."""
    words = tuple(token.word for token in closing)
    adds = any(at_start("form_more", words, place)[0] == "adds" for place in range(len(words)))
    if command.name != "agent.update" or not adds:
        return command
    slots = {_ADDED.get(name, name): value for name, value in command.slots.items()}
    more = slots.get("more")
    return replace(command, slots=slots | ({"more": Recurrence.at(more)} if isinstance(more, time) else {}))


def _kind_of(command: Command, agents: Sequence[str]) -> str:
    """Return whether a command is about an "agent" or a "thing", else empty."""
    if getattr(command.slots.get("thing"), "name", "") in agents:
        return "agent"
    if command.name.startswith("agent."):
        return "agent" if "agents" in command.slots else ""
    return "thing" if command.name.startswith(_OF_THINGS) else ""
