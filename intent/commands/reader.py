"""Reads a message as commands: each clause is covered completely, or not at all."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from intent.commands.afterthoughts import read_as_afterthought
from intent.commands.bare_remarks import without_cut_note, without_remarks
from intent.commands.catalogue import verbs
from intent.commands.further_events import read_further_event, read_other_day
from intent.commands.grammar.swallowed import without_swallowed
from intent.commands.grammar.tokens import tokenize
from intent.commands.limit_in_front import with_limit_behind
from intent.commands.sentences import read_freely, read_sentences
from intent.commands.tables.lead_ins import lead_in, only_names
from intent.commands.tables.orders import as_one_order
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import table_words
from intent.commands.told_events import read_told_events
from intent.commands.types import Command, Reading, Situation
from intent.commands.word_problems import add_word_problem
from intent.commands.words import as_words, at_start, key_of
from intent.commands.work.announced_projects import read_announced_project
from intent.commands.work.described_orders import read_described_order, read_reported_done
from intent.commands.work.listed_orders import read_listed_order
from intent.commands.work.unheaded_lists import read_headed_list, read_unheaded_list
from intent.material import Material, read_listed, read_material
from intent.slots.figures import figures_of

_BY_PREVIOUS = (read_listed_order, read_described_order, read_further_event)
_OF_LISTS = ("sum", "mean", "csv", "xlsx")  # what may be wanted of an inline list
_CHANGED, _OF_TABLE, _MOVED = "changed", "table.query", "thing.update"
_CLAUSE_END = re.compile(r"[,.;!]\s| and ")
_CREATED = "thing.create"
_EVENT = "event.create"
_FEW = 2  # words that may be a mere name
_LATEST = 64  # readings cached


def read_commands(message: str, situation: Situation) -> Reading:
    """Return the commands of a message in order, and the clauses that none covers.

    A pasted table isn't part of the words, unless a command takes it as its text. Readings are cached,
    because a turn reads its message again to carry it out.
    """
    return _once(message, situation)


@lru_cache(maxsize=_LATEST)
def _once(message: str, situation: Situation) -> Reading:
    with figures_of(situation.now):
        found = _with_begun(message, situation, _read_all(message, situation))
    others = [one for one in found.commands if not _is_fragment(one)]
    guesses = (others or found.uncovered) and all(one.tentative for one in others)
    if len(others) < len(found.commands) and guesses and "?" not in message:
        return replace(found, commands=(), uncovered=(message,))
    found = replace(found, commands=as_one_order(found.commands))
    found = without_remarks(without_cut_note(found, message), message, situation)
    return without_swallowed(found, message, situation)


def _with_begun(message: str, situation: Situation, found: Reading) -> Reading:
    """Return the reading of a message that names the project it creates once more, as one that is there."""
    begun = _projects_begun(found) or _begun_first(message, situation)
    if not any(message.count(title) > 1 for title in begun):
        return found
    again = _read_all(message, replace(situation, projects=(*situation.projects, *begun)))
    is_same = _projects_begun(again) == begun and len(again.uncovered) <= len(found.uncovered)
    return again if is_same else found


def _begun_first(message: str, situation: Situation) -> list[str]:
    """Return the project that the first clause creates, for a message that could not be read."""
    first = _CLAUSE_END.split(message, maxsplit=1)[0]
    makes = first != message and any(key_of("kind", one) == "project" for one in as_words(first))
    return _projects_begun(_read_plain(situation, first)) if makes else []


def _projects_begun(reading: Reading) -> list[str]:
    made = [one.slots for one in reading.commands if one.name == _CREATED]
    return [str(one["title"]) for one in made if one.get("kind") == "project" and one.get("title")]


def _is_fragment(command: Command) -> bool:
    """Return whether words beside others only have a name of the table at hand in them: '… and Dyer'.

    Or they only name groups: 'per item' behind a formula that isn't understood.
    """
    asked = command.slots.get("question") if command.name == "table.ask" else None
    groups = asked and asked == TableQuestion(function=asked.function, group=asked.group, names=asked.names)
    is_bare = asked and ((asked.only_names and not asked.view) or (groups and asked.group))
    return bool(is_bare) and len(command.words.split()) <= _FEW


def _read_all(message: str, situation: Situation) -> Reading:
    read = partial(_read_plain, situation)
    if told := read_announced_project(message, situation) or read_told_events(message, situation, read):
        return told
    reading = read_freely(message, tokenize(message), situation)
    guessed = all(one.tentative for one in reading.commands)  # 'they rang' may name something
    corrects = situation.scope == _CHANGED and all(one.name == _OF_TABLE for one in reading.commands)
    moves = all(one.name == _MOVED for one in reading.commands)  # of things, or 'Ann: print them by Friday'
    if reading.commands and moves and (headed := read_headed_list(message, situation)):
        return headed
    sure = reading.is_whole and not corrects  # 'no, by two weeks' may also select rows of a table
    if (guessed or corrects) and (told := _told(message, situation.said, read, sure=sure)):
        return told
    if guessed or not (reading.is_whole and any(one.writes for one in reading.commands)):
        orders = (one(message, situation.said, read) for one in _BY_PREVIOUS)
        if told := next(filter(None, orders), None) or read_unheaded_list(message, situation):
            return told
        if asked := with_limit_behind(message, situation.projects, read):
            return asked
    pasted, listed = read_material(message), _listed(message)
    material = pasted or listed
    reading = add_word_problem(message, reading, material, situation)
    of_tables = any(one.name.startswith("table.") for one in reading.commands)  # perhaps of an earlier table
    still_guessed = all(one.tentative for one in reading.commands)
    of_list = still_guessed and pasted is None  # a colon within its names shows that the guess is wrong
    names = pasted is not None and all(
        only_names(one) or _heads(one, pasted, message) for one in reading.commands
    )
    if material is None or (reading.is_whole and not (of_tables or of_list or names)):
        return replace(reading, material=material)
    return _with_table(message, situation, reading, material)


def _with_table(message: str, situation: Situation, reading: Reading, material: Material) -> Reading:
    """Return what the message wants of its pasted table, or `reading` if that needs no table."""
    own = tuple(one for one in tokenize(message) if not material.start <= one.start < material.end)
    with_table = replace(situation, table=table_words(material, situation.now.date()))
    found = replace(read_sentences(message, own, with_table, material), material=material)
    heads = [one for one in found.commands if _heads(one, material, message)]
    found = replace(found, commands=tuple(one for one in found.commands if one not in heads))
    found = found if "?" in message[: material.start] else _without_heading(found, material)
    if leads := lead_in(message, material, found.commands):
        return _kept(found, material, leads)
    if material.is_loose and any(not one.name.startswith("table.") for one in found.commands):
        # The lines may be details of an order, or its input.
        return replace(found, material=None) if found.is_whole and not reading.is_whole else reading
    return found if found.commands else _kept(found, material)


def _told(message: str, said: str, read: Callable[[str], Reading], *, sure: bool) -> Reading | None:
    """Return a correction of the last change, one more of its kind, or a change that somebody reports."""
    more = read_other_day(message, said, read)
    return more or read_as_afterthought(message, said, read, sure=sure) or read_reported_done(message, read)


def _read_plain(situation: Situation, text: str) -> Reading:
    return read_sentences(text, tokenize(text), situation)


def _listed(message: str) -> Material | None:
    """Return the list after a colon, if the words before it ask for its sum, its average or a file of it."""
    words = as_words(message.partition(":")[0])
    asks = "table" in words or any(
        at_start("table_word", words, at)[0] in _OF_LISTS for at in range(len(words))
    )
    return read_listed(message) if asks else None


def _without_heading(reading: Reading, material: Material) -> Reading:
    """Return a reading without a table's heading, if an order follows the table."""
    asked = [one for one in reading.commands if one.span[0] >= material.end]
    before = [one for one in reading.commands if one not in asked]
    names = all(one.name == "table.ask" and as_words(one.words)[0] not in verbs() for one in before)
    return replace(reading, commands=tuple(asked)) if asked and names else reading


def _heads(command: Command, material: Material, message: str) -> bool:
    """Return whether what sounds like an event is the heading of a table: 'Lessons next week:'."""
    between = message[command.span[1] : material.start]
    is_bare = command.name == _EVENT and as_words(command.words)[0] not in verbs()
    return is_bare and bool(material.columns) and between.strip() == ":"


def _kept(reading: Reading, material: Material, leads: str = "") -> Reading:
    """Return a reading that only remembers a table, and needs no other reading of what leads in to it."""
    missed = tuple(one for one in reading.uncovered if one not in leads)
    kept = Command("table.keep", span=(material.start, material.end))
    return replace(reading, commands=(kept,), uncovered=missed)
