"""Reads a message as commands: each clause as a whole, or not at all."""

from collections.abc import Callable, Container
from dataclasses import replace
from functools import lru_cache, partial

from intent.commands.afterthoughts import as_afterthought
from intent.commands.bodies import end_of_order
from intent.commands.holding import order_taken_back
from intent.commands.layout import mail_end, sentences
from intent.commands.limit_in_front import with_limit_behind
from intent.commands.listed_orders import as_listed_order
from intent.commands.refused_calls import without_calls_of_others
from intent.commands.sentence_reader import SentenceReader
from intent.commands.spelling import respell
from intent.commands.splitting import LOOSE, REFUSED
from intent.commands.table_orders import as_one_order
from intent.commands.table_words import table_words
from intent.commands.tokens import Token, tokenize
from intent.commands.told_orders import as_reported, as_told_order
from intent.commands.told_sums import with_told_sum
from intent.commands.types import Command, Reading, Reference, Situation
from intent.commands.words import as_words, at_start
from intent.material import Material, read_listed, read_material
from intent.slots.figures import figures_of

_COMPLAINT, _UNDO, _INSTEAD = "talk.sorry", "work.undo", "thing.instead"
_AGAIN = "agent.again"
_OF_LISTS = ("sum", "mean", "csv", "xlsx")  # what may be wanted of a list in one line
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
    reading, read = _read_freely(message, tokenize(message), situation), partial(_read_plain, situation)
    guessed = all(one.tentative for one in reading.commands)  # 'they rang' names something, perhaps
    if guessed and (told := _told(message, situation.said, read, sure=reading.is_whole)):
        return told
    if guessed or not (reading.is_whole and any(one.writes for one in reading.commands)):
        orders = (one(message, situation.said, read) for one in (as_listed_order, as_told_order))
        if told := next(filter(None, orders), None):
            return told
        if asked := with_limit_behind(message, situation.projects, read):
            return asked
    pasted, listed = read_material(message), _listed(message)
    material = pasted or listed
    reading = with_told_sum(message, reading, material, situation.now)
    of_tables = any(one.name.startswith("table.") for one in reading.commands)  # of one before, perhaps
    of_list = guessed and pasted is None  # a colon within its names shows that it isn't what it seems
    if material is None or (reading.is_whole and not (of_tables or of_list)):
        return replace(reading, material=material)
    own = tuple(one for one in tokenize(message) if not material.start <= one.start < material.end)
    with_table = replace(situation, table=table_words(material, situation.now.date()))
    found = replace(_read(message, own, with_table, material), material=material)
    found = found if "?" in message[: material.start] else _without_heading(found, material)
    if material.is_loose and any(not one.name.startswith("table.") for one in found.commands):
        # The lines may be the particulars of what is ordered, or what it is to be done with.
        return replace(found, material=None) if found.is_whole and not reading.is_whole else reading
    if found.commands and not _only_introduces(message, found, material):
        return found
    return _kept(found, material)


def _told(message: str, said: str, read: Callable[[str], Reading], *, sure: bool) -> Reading | None:
    """Return what puts the last change right, or is so by somebody's report."""
    return as_afterthought(message, said, read, sure=sure) or as_reported(message, read)


def _read_plain(situation: Situation, text: str) -> Reading:
    return _read(text, tokenize(text), situation)


def _listed(message: str) -> Material | None:
    """Return the list behind a colon, if the words before it ask for its sum, its average or a file of it."""
    words = as_words(message.partition(":")[0])
    asks = "table" in words or any(
        at_start("table_word", words, at)[0] in _OF_LISTS for at in range(len(words))
    )
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
    spelled = tokens if sure else respell(tokens)
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
    reader = SentenceReader(message, tokens, situation, material)
    reader.taken = mail_end(tokens)
    end = end_of_order(message)
    back = order_taken_back([one for one in tokens if one.start < end])
    if back:
        reader.leave_until(back)
    for start, end in sentences(reader.tokens):
        if end > reader.taken:
            reader.read(max(start, reader.taken), end)
    unclear = back and any(one.writes for one in reader.commands) and len(reader.uncovered) > 1
    if unclear or _wants_else(reader):
        return Reading((), (message.strip(),))
    takes_back = any(at_start("retracts", as_words(one))[1] for one in reader.uncovered)
    undoes = any(one.name == _UNDO for one in reader.commands)  # 'no, he's away. undo that'
    if not (back or undoes) and takes_back and not all(map(_only_asks, reader.commands)):
        return Reading((), (message.strip(),))
    left = reader.uncovered[1:] if back and reader.commands else reader.uncovered
    given = {getattr(value, "given", "") for one in reader.commands for value in one.slots.values()}
    uncovered = (one for one in left if one and one.strip(" .!?") not in given)
    commands = [one for one in reader.commands if not _is_meant_otherwise(one, given, bool(left))]
    if any(one.name == _INSTEAD for one in commands):  # it takes the last change back by itself
        commands = [one for one in commands if one.name != _UNDO]
    ordered = any(one.writes for one in commands)  # 'wrong one, resume it' says what is meant
    sorry = [one for one in commands if one.name == _COMPLAINT]
    if ordered and sorry:
        commands = [one for one in commands if not (one in sorry or _runs_it_again(one))] or sorry
    return without_calls_of_others(message, Reading(tuple(commands), tuple(uncovered)))


def _is_meant_otherwise(command: Command, given: Container[str], beside: bool) -> bool:
    """Return whether a guess at a command is part of another one's text, or a remark beside something else.

    'I was going to, but it isn't' is one; by itself 'it isn't' says that a change was wrong.
    """
    remarks = beside and command.name == _UNDO
    return command.tentative and (remarks or command.words.strip(" .!?") in given)


def _wants_else(reader: SentenceReader) -> bool:
    """Return whether more is said of another agent than that the same is wanted: 'this one, it must …'."""
    return bool(reader.uncovered) and any(one.name == _AGAIN for one in reader.commands)


def _runs_it_again(command: Command) -> bool:
    """Return whether a command starts what was started last: behind 'wrong one' that is not meant."""
    return command.name == "agent.run" and command.points_back
