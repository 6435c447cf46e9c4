"""Reads a message's sentences in order: what commands cover, and what none covers."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.grammar.clauses import Clauses
from intent.commands.grammar.followers import repeat_for
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.splits import Part, best_split, joints
from intent.commands.grammar.tokens import Token
from intent.commands.held_orders import (
    as_one_move,
    is_half,
    is_held,
    keeps_some,
    retracts,
    without_dictated,
    without_reason,
)
from intent.commands.remarks import only_states
from intent.commands.tables.lead_ins import asks_without_mark, heading_end
from intent.commands.told_numbers import find_told_question
from intent.commands.types import Command, Situation
from intent.commands.words import at_start, key_of
from intent.commands.work.exceptions import LEFT, is_spared_in_part, without_spared
from intent.material import Material, read_material
from intent.sentences.question_forms import asks_openly, is_question, opens_question

_POLITE = (
    *("can", "could", "would", "will", "may", "please", "shall"),
    *("kannst", "konntest", "wurdest", "konnen", "konnten", "puedes", "podrias", "puede", "podria"),
)  # polite forms of an order
_MOST_WORDS = 300  # of a message whose order has no text
_SHAPES = frozenset(
    (
        *("xlsx", "csv", "docx", "table", "sort", "rising", "falling", "on_top", "only", "omit", "sum"),
        *("mean", "count"),
    )
)
_AGAIN = "agent.again"
_PLEASE = ("please", "pls", "plz", "bitte")
_SHORT = 3  # words of 'the tasks please'
_HEAD = 60  # words of an order before its text


class SentenceReader:
    """The progress in a message: its `commands`, and the clauses left `uncovered`."""

    def __init__(
        self, message: str, tokens: tuple[Token, ...], situation: Situation, material: Material | None
    ) -> None:
        self.message, self.tokens, self.situation, self.material = message, tokens, situation, material
        self.clauses = Clauses(message, tokens, situation)
        self.commands: list[Command] = []
        self.uncovered: list[str] = []
        self.taken = 0  # index up to which words have been read
        self.left: tuple[int, int, int] | None = None  # last uncovered: start, end, commands before

    def read(self, start: int, end: int) -> None:
        """Read a sentence, and the text after it if it takes one."""
        if start > _MOST_WORDS:
            self._leave_rest(start)
        elif self.tokens[start].word == ">":  # a quoted line
            self._leave(start, end)
        elif not self._read_with_body(start):
            self._read_clauses(start, end)

    def _read_with_body(self, start: int) -> bool:
        """Read an order with a text or list after its colon or below it, False if there is none."""
        cut = 0 if self.material else _colon_or_line_end(self.tokens, start)
        if not cut:
            return not self.material and self._read_with_list(start)
        below = _last_line_end(self.tokens, cut)
        if self._take_body(start, cut, below):
            return True
        is_text = self.tokens[cut].word == ":" and (below > cut or self._orders_text(start, cut))
        if is_text:
            self._leave_rest(start)
        return is_text

    def _orders_text(self, start: int, end: int) -> bool:
        """Return whether words order to keep the sentences behind them as text: 'save this as a note: …'."""
        said = [one.word for one in self.tokens[start:end]]
        several = any(one.ends_sentence for one in self.tokens[end:-1])
        return (
            several
            and not verbs().isdisjoint(said[:1])
            and any(key_of("kind", one) == "document" for one in said)
        )

    def _read_with_list(self, start: int) -> bool:
        """Read an order with a list behind its period: 'Tasks please. Order bricks, Dai, Thursday.'"""
        cut = _list_mark(self.tokens, start)
        below = _last_line_end(self.tokens, cut) if 0 < cut < len(self.tokens) - 1 else 0
        by_line = below > cut
        if not below or (not by_line and self._is_order(start, cut)):
            return False
        table = read_material(self.message) if by_line else None
        is_table = table and table.columns and table.start <= self.tokens[below + 1].start
        is_told = not is_table if by_line else self.clauses.is_told(below)
        return is_told and self._take_body(start, cut, below, listed=True)

    def _is_order(self, start: int, end: int) -> bool:
        """Return whether a sentence certainly is an order, which needs no list: 'Add those to the yard.'"""
        found = self._whole(start, end) or ()
        return any(one.writes and not one.tentative for one in found)

    def _take_body(self, start: int, cut: int, below: int, *, listed: bool = False) -> bool:
        """Read an order with its text, after the orders before it in the same sentence."""
        for at in (start, *reversed(joints(self.tokens, start, cut))):
            before = self._whole(start, at) if at > start else ()
            if before is None:
                continue
            previous = before[-1] if before else self.previous
            if found := self.clauses.with_body(at, cut, below, previous, listed=listed):
                self.commands += (*before, found[0])
                self.taken = found[1]
                return True
        return False

    def _whole(self, start: int, end: int) -> Sequence[Command] | None:
        """Return the commands that cover these words completely, else None."""
        commands = [one for one, _, _ in best_split(self.clauses, start, end, self.previous)]
        return [one for one in commands if one and one.name] if all(commands) else None

    @property
    def previous(self) -> Command | None:
        return self.commands[-1] if self.commands else None

    def _read_clauses(self, start: int, end: int) -> None:
        if self._ask_of_told(start, end):
            return
        if start == 0 and self.material and end <= self._words_above(self.material):
            start = heading_end(self.tokens[:end])
        previous = self.previous
        split = without_reason(self.clauses, best_split(self.clauses, start, end, previous))
        split = as_one_move(self.clauses, split)
        parts = without_spared(without_dictated(self.tokens, split))
        if is_held(self.tokens, parts) or keeps_some(parts) or is_spared_in_part(parts, self.tokens):
            self._leave(start, end)
            return
        asks = end < len(self.tokens) and self.tokens[end].word == "?"
        for at, (command, first, last) in enumerate(parts):
            asked = (asks and not _asks_behind(parts[at + 1 :])) or self._is_asked_about(command, end)
            asked = asked or self._is_of_question(parts[:at])
            states = asked and command is not None and self._only_asks(command, first, last)
            leans = command is not None and (self._leans(command) or is_half(self.tokens, parts[: at + 1]))
            if command is None or states or leans or retracts(self.tokens[first:last], command):
                self._leave(first, last)
            elif command.name:
                self.commands.append(repeat_for(self._with_told(command), self.previous))

    def _words_above(self, material: Material) -> int:
        """Return the number of the words before a table."""
        return sum(one.end <= material.start for one in self.tokens)

    def _is_of_question(self, before: Sequence[Part]) -> bool:
        """Return whether a clause goes on with the question before it: 'which is late and nobody has it'."""
        asked = before[-1][0] if before else None
        if asked is None or asked.writes or asked.name in LEFT:
            return False
        first, last = before[-1][1:]
        return opens_question(self.message[self._first_word(first).start : self.tokens[last - 1].end])

    def _is_asked_about(self, command: Command | None, end: int) -> bool:
        """Return whether a sentence like 'the same for X' only names the subject of a question."""
        rest = self.tokens[end + 1 :]
        return (
            bool(rest)
            and command is not None
            and command.name == _AGAIN
            and is_question(self.message[rest[0].start :])
        )

    def _with_told(self, command: Command) -> Command:
        """Return a command with the uncovered clause right before it, if there is one."""
        if self.left is None or self.commands[self.left[2] :]:
            return command
        return replace(command, told=self.uncovered[-1])

    def _only_asks(self, command: Command, first: int, last: int) -> bool:
        """Return whether a clause of a question orders nothing: 'where is that?' behind a new task."""
        opening = self._first_word(first)
        text = self.message[opening.start : self.tokens[last - 1].end]
        return (command.writes and asks_openly(text)) or _only_states(opening, command)

    def _first_word(self, at: int) -> Token:
        """Return a clause's first token that is no mark or joint."""
        rest = (one for one in self.tokens[at:] if not (one.is_mark or one.word in JOINTS))
        return next(rest, self.tokens[at])

    def _leans(self, command: Command) -> bool:
        """Return whether 'it' refers to an uncovered question or order right before."""
        if self.left is None or self.commands[self.left[2] :]:
            return False
        start, end, _ = self.left
        before = self.message[self.tokens[start].start : self.tokens[end - 1].end]
        points = command.points_back or "among" in command.slots
        return points and (is_question(before) or not (command.writes or only_states(before)))

    def _ask_of_told(self, start: int, end: int) -> bool:
        """Read a question about a number stated before it, together with the statement."""
        before = self.left if self.left and not self.commands[self.left[2] :] else None
        first = before[0] if before else start
        found = find_told_question(self.message, self.tokens, first, end, self.situation)
        if found is None or self._orders(start, found[1]):
            return False
        if before:
            self.uncovered.pop()
        self.commands.append(found[0])
        self.left = None
        return True

    def _orders(self, start: int, end: int) -> bool:
        """Return whether these words order or ask something."""
        parts = best_split(self.clauses, start, end, self.previous) if start < end else ()
        return any(one and one.name and not one.tentative for one, _, _ in parts)

    def _leave(self, start: int, end: int) -> None:
        """Report a clause as uncovered, unless it only introduces the table below it."""
        if self.material and self._introduces(start, end, self.material):
            return
        self.uncovered.append(words_of(self.message, self.tokens[start:end], self.situation).text)
        self.left = (start, end, len(self.commands))

    def _introduces(self, start: int, end: int, material: Material) -> bool:
        """Return whether a clause only names a table. Directly before it even 'our stock' does."""
        words = tuple(one.word for one in self.tokens[start:end] if not one.is_mark)
        if at_start("introduces", words)[0] == "shows":
            return not self._shapes(words)
        if self.tokens[start].start >= material.end:
            return False
        between = self.message[self.tokens[end - 1].end : material.start]
        return not (between.strip(" :\n") or self._shapes(words) or asks_without_mark(" ".join(words)))

    def _shapes(self, words: tuple[str, ...]) -> bool:
        """Return whether words say what to make of a table, its order, or its rows."""
        keys = (at_start("table_word", words, at)[0] for at in range(len(words)))
        return not _SHAPES.isdisjoint(keys)

    def leave_until(self, end: int) -> None:
        """Leave the beginning of the message unread, because it was revoked."""
        self._leave(0, end)
        self.taken = end

    def _leave_rest(self, start: int) -> None:
        self.uncovered.append(self.message[self.tokens[start].start :].strip())
        self.taken = len(self.tokens)


def _colon_or_line_end(tokens: Sequence[Token], start: int) -> int:
    """Return the index at which a command's text may begin, 0 if there is none."""
    for at in range(start, min(start + _HEAD, len(tokens) - 1)):
        if not tokens[at].is_quoted and tokens[at].word in (":", "\n"):
            return at
        if tokens[at].ends_sentence:
            return at + 1 if _is_above_text(tokens, at + 1) else 0
    return 0


def _list_mark(tokens: Sequence[Token], start: int) -> int:
    """Return the index of a sentence's period, or of the comma in 'tasks please, …', 0 if it has neither."""
    for at in range(start, min(start + _HEAD, len(tokens))):
        polite = start < at <= start + _SHORT and tokens[at - 1].word in _PLEASE
        if tokens[at].ends_sentence or (tokens[at].word == "," and polite):
            return at if tokens[at].word in (".", ",") else 0
    return 0


def _is_above_text(tokens: Sequence[Token], at: int) -> bool:
    """Return whether an empty line begins at an index: 'Keep this as “Terms”.', and the text below it."""
    empty = at + 1 < len(tokens) and tokens[at].word == "\n"
    return empty and tokens[at].end - tokens[at].start > 1


def _last_line_end(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the line end right after a colon, else of the colon."""
    return at + 1 if tokens[at + 1].word == "\n" else at


def _asks_behind(parts: Sequence[Part]) -> bool:
    """Return whether the question mark belongs to a later clause: 'close it, and what comes next?'"""
    return any(one is not None and one.name and not one.writes for one, _, _ in parts)


def _only_states(first: Token, command: Command) -> bool:
    """Return whether words with a question mark order nothing: 'everything done?', but not 'close it?'."""
    points = bool(key_of("article", first.word) or key_of("pronoun", first.word))
    orders = first.word in _POLITE or (first.word in verbs() and not points)
    return command.writes and command.tentative and not orders
