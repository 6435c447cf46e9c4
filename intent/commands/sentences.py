"""Reads a message's sentences as commands: as written, then with spelling corrected."""

from collections.abc import Container, Sequence
from dataclasses import replace

from intent.commands.bodies import end_of_order
from intent.commands.grammar.spelling import respell
from intent.commands.grammar.splits import LOOSE, REFUSED
from intent.commands.grammar.tokens import Token
from intent.commands.held_orders import revoked_until
from intent.commands.layout import mail_end, sentences
from intent.commands.readers.things.references import may_sound_like_orders
from intent.commands.refused_calls import without_calls_of_others
from intent.commands.sentence_reader import SentenceReader
from intent.commands.tables.fragments import without_fragments
from intent.commands.types import Command, Reading, Reference, Situation
from intent.commands.words import as_words, at_end, at_start
from intent.material import Material

_COMPLAINT, _UNDO, _INSTEAD, _UPDATE = "talk.sorry", "work.undo", "thing.instead", "thing.update"
_REOPENED = ("open", "started")
_AGAIN = "agent.again"


def read_freely(message: str, tokens: tuple[Token, ...], situation: Situation) -> Reading:
    """Read a message. If it has no order, again with misspelt orders corrected, then with names that sound
    like orders: 'mark clean the van and fix the lamp done'.
    """
    first = read_sentences(message, tokens, situation)
    sure = any(not (one.tentative or one.name.startswith(REFUSED)) for one in first.commands)
    loosely = any(one.name == LOOSE for each in first.commands for one in (each, *each.alternatives))
    if sure and (first.is_whole or not any(map(_lists_names, first.commands))):
        return first
    may_be_loose = may_sound_like_orders(tokens)
    if loosely and not may_be_loose:
        return first
    if loosely:
        again = read_sentences(message, tokens, replace(situation, loose_names=True))
        certain = again.is_whole and all(one.writes and not one.tentative for one in again.commands)
        return again if certain else first
    spelled = tokens if sure else respell(tokens)
    for row, loose in ((spelled, False), (tokens, True)):
        if row == tokens and (not loose or not may_be_loose or (first.is_whole and not _refuses(first))):
            continue
        again = read_sentences(message, row, replace(situation, loose_names=loose))
        asks = not (loose or first.commands)  # a question understood as written isn't misspelt
        guesses = any(one.name == LOOSE for one in again.commands)
        if again.is_whole and not guesses and (asks or all(one.writes for one in again.commands)):
            return again
    return first


def _lists_names(command: Command) -> bool:
    """Return whether a command names several things, one of which may sound like an order."""
    listed = [one for one in command.slots.values() if isinstance(one, Reference)]
    return any(one.is_plural and one.name and one.kind for one in listed)


def _only_asks(command: Command) -> bool:
    return not (command.writes or command.tentative)


def _refuses(reading: Reading) -> bool:
    return any(one.name.startswith(REFUSED) for one in reading.commands)


def read_sentences(
    message: str, tokens: tuple[Token, ...], situation: Situation, material: Material | None = None
) -> Reading:
    """Return the commands of the sentences as written, and the uncovered rest."""
    reader = SentenceReader(message, tokens, situation, material)
    back = _read_all(reader)
    if _contradicts(reader, back):
        return Reading((), (message.strip(),))
    left = reader.uncovered[1:] if back and reader.commands else reader.uncovered
    given = {getattr(value, "given", "") for one in reader.commands for value in one.slots.values()}
    uncovered = (one for one in left if one and one.strip(" .!?") not in given)
    if any(len(one.slots.get("titles", ())) > 1 for one in reader.commands):
        uncovered = (one for one in uncovered if not _announces(one))
    commands = [one for one in reader.commands if not _is_meant_otherwise(one, given, bool(left))]
    commands = _without_complaint(_without_undo(commands))
    found = without_fragments(message, tokens, Reading(tuple(commands), tuple(uncovered)))
    return without_calls_of_others(message, found)


def _read_all(reader: SentenceReader) -> int:
    """Read all sentences. Return the token index up to which the message revokes itself, else 0."""
    reader.taken = mail_end(reader.tokens)
    end = end_of_order(reader.message)
    back = revoked_until([one for one in reader.tokens if one.start < end])
    if back:
        reader.leave_until(back)
    for start, last in sentences(reader.tokens):
        if last > reader.taken:
            reader.read(max(start, reader.taken), last)
    return back


def _contradicts(reader: SentenceReader, back: int) -> bool:
    """Return whether it is unclear what is revoked, or more is wanted."""
    orders = any(one.writes for one in reader.commands)
    if (back and orders and len(reader.uncovered) > 1) or _wants_else(reader):
        return True
    takes_back = any(at_start("retracts", as_words(one))[1] for one in reader.uncovered)
    undoes = any(one.name == _UNDO for one in reader.commands)  # 'no, he's away. undo that'
    return takes_back and not (back or undoes) and not all(map(_only_asks, reader.commands))


def _without_undo(commands: Sequence[Command]) -> list[Command]:
    """Return commands without an undo beside one that reverts the last change itself."""
    if any(one.name == _INSTEAD for one in commands):
        return [one for one in commands if one.name != _UNDO]
    reopens = [one for one in commands if _reopens(one)]
    says_so = any(one.tentative for one in reopens)
    return [one for one in commands if not (reopens and _reverts(one, sure=says_so))]


def _announces(text: str) -> bool:
    """Return whether words only announce a list: 'we have the following jobs'."""
    said = as_words(text)
    return at_start("introduces", said)[0] == "shows" and at_end("listed_things", said)[1] > 0


def _reopens(command: Command) -> bool:
    """Return whether a command opens the thing meant last again: 'reopen it', 'it isn't done'."""
    thing = command.slots.get("thing")
    points = isinstance(thing, Reference) and thing.only_points
    return command.name == _UPDATE and points and command.slots.get("state") in _REOPENED


def _reverts(command: Command, *, sure: bool) -> bool:
    """Return whether an undo repeats that a thing is open: 'we still need it', a `sure` 'put it back'."""
    return command.name == _UNDO and (sure or command.tentative or command.slots.get("points") == "keep")


def _without_complaint(commands: list[Command]) -> list[Command]:
    """Return commands without a complaint beside an order: 'wrong one, resume it' says what is meant."""
    sorry = [one for one in commands if one.name == _COMPLAINT]
    if not sorry or not any(one.writes for one in commands):
        return commands
    return [one for one in commands if not (one in sorry or _runs_it_again(one))] or sorry


def _is_meant_otherwise(command: Command, given: Container[str], beside: bool) -> bool:
    """Return whether a guessed command is part of another one's text, or a remark beside something else.

    'I was going to, but it isn't' is a remark. Alone, 'it isn't' says that a change was wrong.
    """
    remarks = beside and command.name == _UNDO
    return command.tentative and (remarks or command.words.strip(" .!?") in given)


def _wants_else(reader: SentenceReader) -> bool:
    """Return whether the words say more about another agent than 'the same': 'this one, it must …'."""
    return bool(reader.uncovered) and any(one.name == _AGAIN for one in reader.commands)


def _runs_it_again(command: Command) -> bool:
    """Return whether a command repeats the last start, which isn't meant after 'wrong one'."""
    return command.name == "agent.run" and command.points_back
