"""Reads a message as commands: each clause as a whole, or not at all."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from intent.commands.bodies import end_of_order
from intent.commands.catalogue import JOINTS, verbs
from intent.commands.clauses import Clauses
from intent.commands.following import as_before
from intent.commands.holding import is_held, keeps_some, order_taken_back, retracts
from intent.commands.layout import mail_end, sentences
from intent.commands.listed_orders import as_listed_order
from intent.commands.pointing import question_told
from intent.commands.refused_calls import without_calls_of_others
from intent.commands.slot_types import words_of
from intent.commands.sparing import is_spared_in_part, without_spared
from intent.commands.spelling import respelled
from intent.commands.splitting import LOOSE, REFUSED, best_split, joints
from intent.commands.table_orders import as_one_order
from intent.commands.table_words import table_words
from intent.commands.tokens import Token, tokenize
from intent.commands.told_orders import as_told_order
from intent.commands.told_sums import with_told_sum
from intent.commands.types import Command, Reading, Reference, Situation
from intent.commands.words import as_words, at_start, key_of
from intent.material import Material, read_listed, read_material
from intent.sentences.question_forms import is_question
from intent.slots.figures import figures_of

_POLITE = (
    *("can", "could", "would", "will", "may", "please", "shall"),
    *("kannst", "konntest", "wurdest", "konnen", "konnten", "puedes", "podrias", "puede", "podria"),
)  # how an order is asked for
_MOST_WORDS = 300  # of a message without a text below its order
_SHAPES = frozenset(
    ("xlsx", "csv", "table", "sort", "rising", "falling", "on_top", "only", "omit", "sum", "mean", "count")
)
_COMPLAINT, _UNDO, _INSTEAD = "talk.sorry", "work.undo", "thing.instead"
_AGAIN = "agent.again"
_HEAD = 60  # words before such a text
_LATEST = 64  # readings that are kept


def read_commands(message: str, situation: Situation) -> Reading:
    """Return the commands of a message, in order, and the clauses that none covers.

    A table that is pasted into it is no part of its words, unless a command takes it as its text. What a
    turn asks again, to do what it found out that is ordered, is not read again.
    """
    return _once(message, situation)


@lru_cache(maxsize=_LATEST)
def _once(message: str, situation: Situation) -> Reading:
    with figures_of(situation.now):
        found = _read_all(message, situation)
    return replace(found, commands=as_one_order(found.commands))


def _read_all(message: str, situation: Situation) -> Reading:
    reading = _read_freely(message, tokenize(message), situation)
    if not (reading.is_whole and any(one.writes for one in reading.commands)):
        read = partial(_read_plain, situation)
        orders = (one(message, situation.said, read) for one in (as_listed_order, as_told_order))
        if told := next(filter(None, orders), None):
            return told
    material = read_material(message) or _listed(message)
    reading = with_told_sum(message, reading, material, situation.now)
    of_tables = any(one.name.startswith("table.") for one in reading.commands)  # of one before, perhaps
    if material is None or (reading.is_whole and not of_tables):
        return replace(reading, material=material)
    own = tuple(one for one in tokenize(message) if not material.start <= one.start < material.end)
    pasted = replace(situation, table=table_words(material, situation.now.date()))
    found = replace(_read(message, own, pasted, material), material=material)
    found = found if "?" in message[: material.start] else _without_heading(found, material)
    if material.is_loose and any(not one.name.startswith("table.") for one in found.commands):
        # The lines may be the particulars of what is ordered, or what it is to be done with.
        return replace(found, material=None) if found.is_whole and not reading.is_whole else reading
    if found.commands and not _only_introduces(message, found, material):
        return found
    return _kept(found, material)


def _read_plain(situation: Situation, text: str) -> Reading:
    return _read(text, tokenize(text), situation)


def _listed(message: str) -> Material | None:
    """Return the list behind a colon, if the words before it ask for its sum or average."""
    words = as_words(message.partition(":")[0])
    asks = any(at_start("table_word", words, at)[0] in ("sum", "mean") for at in range(len(words)))
    return read_listed(message) if asks else None


def _without_heading(reading: Reading, material: Material) -> Reading:
    """Return a reading without the heading of a table below which it is said what is wanted of it."""
    asked = [one for one in reading.commands if one.span[0] >= material.end]
    before = [one for one in reading.commands if one not in asked]
    names = all(one.name == "table.ask" and one.slots["question"].only_names for one in before)
    return replace(reading, commands=tuple(asked)) if asked and names else reading


def _only_introduces(message: str, reading: Reading, material: Material) -> bool:
    """Return whether the words before a table only say what it is: 'here's our price list'."""
    before, after = message[: material.start], message[material.end :]
    return (
        not after.strip()
        and "?" not in before
        and all(one.name == "table.ask" and one.slots["question"].only_names for one in reading.commands)
        and bool(at_start("introduces", as_words(before))[1])
    )


def _kept(reading: Reading, material: Material) -> Reading:
    """Return a reading of a table with which nothing is to be done: it is kept in mind."""
    return replace(reading, commands=(Command("table.keep", span=(material.start, material.end)),))


def _read_freely(message: str, tokens: tuple[Token, ...], situation: Situation) -> Reading:
    """Read a message; if nothing in it is an order, once more with misspelt orders put right, and then with
    names that sound like orders: 'mark clean the van and fix the lamp done'.
    """
    first = _read(message, tokens, situation)
    sure = any(not (one.tentative or one.name.startswith(REFUSED)) for one in first.commands)
    loosely = any(one.name == LOOSE for each in first.commands for one in (each, *each.alternatives))
    if sure and (first.is_whole or not any(map(_lists_names, first.commands))):
        return first
    if loosely:
        again = _read(message, tokens, replace(situation, loose_names=True))
        certain = again.is_whole and all(one.writes and not one.tentative for one in again.commands)
        return again if certain else first
    spelled = tokens if sure else respelled(tokens)
    for row, loose in ((spelled, False), (tokens, True)):
        if row == tokens and (not loose or (first.is_whole and not _refuses(first))):
            continue
        again = _read(message, row, replace(situation, loose_names=loose))
        asks = not (loose or first.commands)  # a question that is understood as it is isn't misspelt
        guesses = any(one.name == LOOSE for one in again.commands)
        if again.is_whole and not guesses and (asks or all(one.writes for one in again.commands)):
            return again
    return first


def _lists_names(command: Command) -> bool:
    """Return whether a command is about several things by name, of which one may sound like an order."""
    listed = [one for one in command.slots.values() if isinstance(one, Reference)]
    return any(one.is_plural and one.name and one.kind for one in listed)


def _only_asks(command: Command) -> bool:
    return not (command.writes or command.tentative)


def _refuses(reading: Reading) -> bool:
    return any(one.name.startswith(REFUSED) for one in reading.commands)


def _read(
    message: str, tokens: tuple[Token, ...], situation: Situation, material: Material | None = None
) -> Reading:
    reader = _Reader(message, tokens, situation, material)
    reader.taken = mail_end(tokens)
    end = end_of_order(message)
    back = order_taken_back([one for one in tokens if one.start < end])
    if back:
        reader.leave_until(back)
    for start, end in sentences(reader.tokens):
        if end > reader.taken:
            reader.read(max(start, reader.taken), end)
    if back and any(one.writes for one in reader.commands) and len(reader.uncovered) > 1:
        return Reading((), (message.strip(),))
    takes_back = any(at_start("retracts", as_words(one))[1] for one in reader.uncovered)
    undoes = any(one.name == _UNDO for one in reader.commands)  # 'no, he's away. undo that'
    if not (back or undoes) and takes_back and not all(map(_only_asks, reader.commands)):
        return Reading((), (message.strip(),))
    left = reader.uncovered[1:] if back and reader.commands else reader.uncovered
    given = {getattr(value, "given", "") for one in reader.commands for value in one.slots.values()}
    uncovered = (one for one in left if one and one.strip(" .!?") not in given)
    commands = [one for one in reader.commands if not (one.tentative and one.words.strip(" .!?") in given)]
    if any(one.name == _INSTEAD for one in commands):  # it takes the last change back by itself
        commands = [one for one in commands if one.name != _UNDO]
    ordered = any(one.writes for one in commands)  # 'wrong one, resume it' says what is meant
    sorry = [one for one in commands if one.name == _COMPLAINT]
    if ordered and sorry:
        commands = [one for one in commands if not (one in sorry or _runs_it_again(one))] or sorry
    return without_calls_of_others(message, Reading(tuple(commands), tuple(uncovered)))


def _runs_it_again(command: Command) -> bool:
    """Return whether a command starts what was started last: behind 'wrong one' that is not meant."""
    return command.name == "agent.run" and command.points_back


class _Reader:
    """Reads a message sentence by sentence: what commands cover, and what none does."""

    def __init__(
        self, message: str, tokens: tuple[Token, ...], situation: Situation, material: Material | None
    ) -> None:
        self.message, self.tokens, self.situation, self.material = message, tokens, situation, material
        self.clauses = Clauses(message, tokens, situation)
        self.commands: list[Command] = []
        self.uncovered: list[str] = []
        self.taken = 0  # up to which place words have been read
        self.left: tuple[int, int, int] | None = None  # the clause that was left last, after so many commands

    def read(self, start: int, end: int) -> None:
        """Read a sentence, and what follows if that is its text."""
        if start > _MOST_WORDS:
            self._leave_rest(start)
        elif self.tokens[start].word == ">":  # a line of another message
            self._leave(start, end)
        elif not self._read_with_body(start):
            self._read_clauses(start, end)

    def _read_with_body(self, start: int) -> bool:
        """Read an order with a text or a list behind its colon or below it; False if there is none."""
        cut = 0 if self.material else _colon_or_line_end(self.tokens, start)
        if not cut:
            return False
        below = _last_line_end(self.tokens, cut)
        if self._take_body(start, cut, below):
            return True
        text_below = below > cut and self.tokens[cut].word == ":"
        if text_below:
            self._leave_rest(start)
        return text_below

    def _take_body(self, start: int, cut: int, below: int) -> bool:
        """Read an order with its text, after the orders that stand before it in the same sentence."""
        for at in (start, *reversed(joints(self.tokens, start, cut))):
            before = self._whole(start, at) if at > start else ()
            if before is None:
                continue
            previous = before[-1] if before else self.previous
            if found := self.clauses.with_body(at, cut, below, previous):
                self.commands += (*before, found[0])
                self.taken = found[1]
                return True
        return False

    def _whole(self, start: int, end: int) -> Sequence[Command] | None:
        """Return the commands that cover these words; None if some are left."""
        commands = [one for one, _, _ in best_split(self.clauses, start, end, self.previous)]
        return [one for one in commands if one and one.name] if all(commands) else None

    @property
    def previous(self) -> Command | None:
        return self.commands[-1] if self.commands else None

    def _read_clauses(self, start: int, end: int) -> None:
        if self._ask_of_told(start, end):
            return
        previous = self.previous
        parts = without_spared(best_split(self.clauses, start, end, previous))
        if is_held(self.tokens, parts) or keeps_some(parts) or is_spared_in_part(parts):
            self._leave(start, end)
            return
        asks = end < len(self.tokens) and self.tokens[end].word == "?"
        for command, first, last in parts:
            asked = asks or self._is_asked_about(command, end)
            states = asked and command is not None and _only_states(self._first_word(first), command)
            leans = command is not None and self._leans(command)
            if command is None or states or leans or retracts(self.tokens[first:last], command):
                self._leave(first, last)
            elif command.name:
                self.commands.append(as_before(self._with_told(command), self.previous))

    def _is_asked_about(self, command: Command | None, end: int) -> bool:
        """Return whether a sentence that may want the same for another agent only names what is asked of."""
        rest = self.tokens[end + 1 :]
        return (
            bool(rest)
            and command is not None
            and command.name == _AGAIN
            and is_question(self.message[rest[0].start :])
        )

    def _with_told(self, command: Command) -> Command:
        """Return a command with the clause right before it, if no command covers that."""
        if self.left is None or self.commands[self.left[2] :]:
            return command
        return replace(command, told=self.uncovered[-1])

    def _first_word(self, at: int) -> Token:
        """Return the first token of a clause that is no mark or joint."""
        rest = (one for one in self.tokens[at:] if not (one.is_mark or one.word in JOINTS))
        return next(rest, self.tokens[at])

    def _leans(self, command: Command) -> bool:
        """Return whether 'it' is what the question right before it names, which none covers."""
        if self.left is None or self.commands[self.left[2] :]:
            return False
        start, end, _ = self.left
        before = self.message[self.tokens[start].start : self.tokens[end - 1].end]
        return command.points_back and is_question(before)

    def _ask_of_told(self, start: int, end: int) -> bool:
        """Read a question about a number that is told before it, with what tells it."""
        before = self.left if self.left and not self.commands[self.left[2] :] else None
        first = before[0] if before else start
        found = question_told(self.message, self.tokens, first, end, self.situation)
        if found is None or self._orders(start, found[1]):
            return False
        if before:
            self.uncovered.pop()
        self.commands.append(found[0])
        self.left = None
        return True

    def _orders(self, start: int, end: int) -> bool:
        """Return whether something is ordered or asked in these words."""
        parts = best_split(self.clauses, start, end, self.previous) if start < end else ()
        return any(one and one.name and not one.tentative for one, _, _ in parts)

    def _leave(self, start: int, end: int) -> None:
        """Leave a clause to be told of, unless it only introduces the table below it."""
        if self.material and self._introduces(start, end, self.material):
            return
        self.uncovered.append(words_of(self.message, self.tokens[start:end], self.situation).text)
        self.left = (start, end, len(self.commands))

    def _introduces(self, start: int, end: int, material: Material) -> bool:
        """Return whether a clause only says what a table is; right before it 'our stock' does that, too."""
        words = tuple(one.word for one in self.tokens[start:end] if not one.is_mark)
        if at_start("introduces", words)[0] == "shows":
            return not self._shapes(words)
        between = self.message[self.tokens[end - 1].end : material.start]
        return not (between.strip(" :\n") or self._shapes(words))

    def _shapes(self, words: tuple[str, ...]) -> bool:
        """Return whether words say what is to be made of a table, in which order, or of which rows."""
        keys = (at_start("table_word", words, at)[0] for at in range(len(words)))
        return not _SHAPES.isdisjoint(keys)

    def leave_until(self, end: int) -> None:
        """Leave the beginning of the message: it was taken back."""
        self._leave(0, end)
        self.taken = end

    def _leave_rest(self, start: int) -> None:
        self.uncovered.append(self.message[self.tokens[start].start :].strip())
        self.taken = len(self.tokens)


def _colon_or_line_end(tokens: Sequence[Token], start: int) -> int:
    """Return the place at which a text may begin that a command takes; 0 if there is none."""
    for at in range(start, min(start + _HEAD, len(tokens) - 1)):
        if not tokens[at].is_quoted and tokens[at].word in (":", "\n"):
            return at
        if tokens[at].ends_sentence:
            return 0
    return 0


def _last_line_end(tokens: Sequence[Token], at: int) -> int:
    """Return the place of the line end right after a colon, else that of the colon."""
    return at + 1 if tokens[at + 1].word == "\n" else at


def _only_states(first: Token, command: Command) -> bool:
    """Return whether words with a question mark order nothing: 'everything done?', but not 'close it?'."""
    points = bool(key_of("article", first.word) or key_of("pronoun", first.word))
    orders = first.word in _POLITE or (first.word in verbs() and not points)
    return command.writes and command.tentative and not orders
