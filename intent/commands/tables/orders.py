"""Several sentences that describe one file: 'As Excel, please. Just Title and Price.'"""

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import zip_longest
from typing import Any

from intent.commands.readers.tables.open_words import ASKING
from intent.commands.readers.tables.orders import TableOrder
from intent.commands.tables.question import BOUNDS, FIGURES, TableQuestion
from intent.commands.types import Command
from intent.commands.words import as_words, key_of

_ASK, _QUERY, _ADD_COLUMN = "table.ask", "table.query", "table.add_column"
_HANDING_OVER = (("here", "are"), ("here", "is"), ("these", "are"), ("this", "is"))
_POINTING = tuple((one, verb) for one in ("which", "who") for verb in ("are", "is", "of", "ones"))
_JOINS = ("and", ",", "with")
_UNDO, _KEEP = "work.undo", "keep"


def as_one_order(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands with neighbours that only shape the table at hand merged, or undo the same change."""
    found: list[Command] = []
    for one in _columns_first(_without_introduction(commands)):
        if found and one.name == found[-1].name == _UNDO and one.slots.get("points") == _KEEP:
            continue  # 'undo that, leave it in'
        command = _of_what_was_asked(found[-1], one) if found else one
        joined = _joined(found[-1], command) if found else None
        found[-1:] = [joined] if joined else [*found[-1:], command]
    return tuple(found)


def _without_introduction(commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands without what only names the table before a question: 'here are the invoices', 'our
    van prices, which is the dearest?'
    """
    if len(commands) < 2 or {one.name for one in commands[:2]} != {_ASK}:
        return commands
    first, second = (as_words(one.words) for one in commands[:2])
    is_told = first[:2] in _HANDING_OVER or (second[0] in ASKING and _is_heading(first))
    return commands[1:] if is_told and commands[0].slots["question"].only_names else commands


def _is_heading(said: Sequence[str]) -> bool:
    """Return whether words only call the table something: 'contractor invoices', 'our packages'."""
    return not {*said} & {*ASKING, *_JOINS} and not any(key_of("table_shown", one) for one in said)


def _columns_first(commands: Sequence[Command]) -> list[Command]:
    """Return commands with a new column moved before selecting, sorting or writing: 'make a csv of it and add
    a column' is a csv with that column.
    """
    found: list[Command] = []
    for one in commands:
        behind: list[Command] = []
        while one.name == _ADD_COLUMN and found and _shapes_table(found[-1]):
            behind.insert(0, _with_column(found.pop(), one.slots["column"].title))
        found += [one, *behind]
    return [_shown_last(one, after) for one, after in zip_longest(found, found[1:])]


def _shown_last(command: Command, after: Command | None) -> Command:
    """Return a new column without showing the table, if the next command selects or sorts it."""
    if command.name != _ADD_COLUMN or after is None or _is_plain_file(after):
        return command
    if after.name != _ADD_COLUMN and not _shapes_table(after):
        return command
    return replace(command, slots={"column": replace(command.slots["column"], shown=False)})


def _is_plain_file(command: Command) -> bool:
    """Return whether a command writes the table to a file without changes."""
    question: TableQuestion | None = command.slots.get("question")
    return question is not None and question == TableQuestion(format=question.format)


def _shapes_table(command: Command) -> bool:
    """Return whether a command sorts, selects or writes the table's own rows."""
    if command.name != _ASK:
        return False
    question: TableQuestion = command.slots["question"]
    is_file = question.format and not (question.function or question.group)
    return bool(is_file or question.reshapes)


def _with_column(command: Command, column: str) -> Command:
    """Return an order for certain columns with a new one added."""
    question: TableQuestion = command.slots["question"]
    asked = (*question.asked, column) if question.asked else ()
    return replace(command, slots={**command.slots, "question": replace(question, asked=asked)})


def _of_what_was_asked(first: Command, second: Command) -> Command:
    """Return an order for a file, or a sum, applied to the question right before it: 'who has not paid? As
    Excel.', 'who owes us and how much altogether?'
    """
    if first.name != _ASK or second.name != _ASK:
        return second
    question = _of_asked(first.slots["question"], second.slots["question"], second.words)
    return replace(second, slots={**second.slots, "question": question})


def _of_asked(asked: TableQuestion, wanted: TableQuestion, words: str) -> TableQuestion:
    if _ranks_those(asked, wanted):
        return _ranked_of(asked, wanted)
    if _sums_those(asked, wanted):
        return replace(wanted, tests=asked.tests) if asked.unclear is None else replace(wanted, scope="those")
    if asked.function == "sum" and wanted.much and wanted.scope == "those" and wanted.tests:
        return replace(asked, tests=(*asked.tests, *wanted.tests), much=True)  # 'how much of it is Ann's?'
    if _narrows_those(asked, wanted, words):
        return replace(wanted, tests=(*asked.tests, *wanted.tests))
    return _in_file(asked, wanted, words) if wanted.format and not asked.format else wanted


def _in_file(asked: TableQuestion, wanted: TableQuestion, words: str) -> TableQuestion:
    """Return an order for a file of what was asked before, unless it names the list: 'the total, and the list
    as csv'.
    """
    if wanted.tests or wanted.function or wanted.limit:
        return wanted
    if (asked.group or asked.function in FIGURES) and asked.function and not wanted.asked:
        is_list = not asked.group and any(key_of("table_noun", one) for one in as_words(words))
        return wanted if is_list else replace(asked, format=wanted.format)
    is_choice = asked.tests and not asked.function
    return replace(wanted, tests=asked.tests, scope="", only=True) if is_choice else wanted


def _narrows_those(asked: TableQuestion, wanted: TableQuestion, words: str) -> bool:
    """Return whether 'and which are older than 30 days?' is about the rows whose sum was asked for before."""
    is_bound = wanted.only_names and bool(wanted.tests) and all(one.test in BOUNDS for one in wanted.tests)
    own = {*asked.tests} & {*wanted.tests} or {one.columns for one in asked.tests} & {
        one.columns for one in wanted.tests
    }
    points = as_words(words)[:2] in _POINTING
    return (
        asked.function in FIGURES
        and bool(asked.tests)
        and is_bound
        and points
        and not own
        and not wanted.asked
    )


def _sums_those(asked: TableQuestion, wanted: TableQuestion) -> bool:
    """Return whether a sum without rows of its own is that of the rows asked for before."""
    is_bare = wanted.function in FIGURES and not (wanted.tests or (wanted.group and not asked.only))
    return is_bare and not wanted.scope and bool(asked.tests) and not (asked.function or asked.group)


def _ranks_those(asked: TableQuestion, wanted: TableQuestion) -> bool:
    """Return whether 'and which is the biggest?' is about the rows whose sum was asked for before."""
    is_bare = wanted.extreme and not (wanted.tests or wanted.scope or wanted.group or wanted.function)
    return is_bare and asked.function in FIGURES and bool(asked.tests)


def _ranked_of(asked: TableQuestion, wanted: TableQuestion) -> TableQuestion:
    """Return a bare question for what stands out, with the rows, and if need be the column, of a sum."""
    question = replace(wanted, tests=asked.tests)
    return (
        replace(question, sort=asked.asked[0], unclear=None)
        if wanted.unclear and len(asked.asked) == 1
        else question
    )


def _joined(first: Command, second: Command) -> Command | None:
    """Return both as one command, or None if one of them asks for something, or they conflict."""
    if second.name == _QUERY:
        return _with_columns(first, second)
    if first.name != _ASK or second.name != _ASK:
        return None
    if _ranks_groups(first.slots["question"], second.slots["question"]):
        return _with_best(first, second)
    both = first.slots["question"], second.slots["question"]
    if _is_told(*both):
        return replace(first, span=(first.span[0], second.span[1]))
    if not (all(one.shapes or one.reshapes for one in both) or _sorts_those(*both)):
        return None
    question = _in_order(*both) if _sorts_those(*both) else _with_both(*both)
    if question is None:
        return None
    span = (first.span[0], second.span[1])
    words = f"{first.words} {second.words}"
    return replace(first, slots={**first.slots, "question": question}, span=span, words=words)


def _sorts_those(asked: TableQuestion, wanted: TableQuestion) -> bool:
    """Return whether 'sort by price' is said of the rows asked for right before."""
    is_choice = asked.tests and not (asked.function or asked.group or asked.extreme or asked.sort)
    is_bare = wanted == TableQuestion(sort=wanted.sort, descending=wanted.descending)
    return bool(is_choice and wanted.sort) and is_bare


def _in_order(asked: TableQuestion, wanted: TableQuestion) -> TableQuestion:
    """Return the rows asked for in the order wanted. The one column of 'which vans' only calls them so."""
    columns = asked.asked if len(asked.asked) > 1 else ()
    return replace(asked, asked=columns, sort=wanted.sort, descending=wanted.descending)


def _is_told(asked: TableQuestion, wanted: TableQuestion) -> bool:
    """Return whether 'who hasn't paid in full' tells 'and how much is missing each' already.

    So does 'put everything up by 6%' what the prices would be then.
    """
    if asked.percent and not asked.function:
        return wanted == TableQuestion(asked=wanted.asked)
    own = replace(asked, tests=(), people=wanted.people, only=wanted.only)
    return bool(asked.tests and asked.other and asked.group) and own == wanted


def _ranks_groups(asked: TableQuestion, wanted: TableQuestion) -> bool:
    """Return whether 'and who's the biggest?' is about the sums of each group asked for before."""
    of_groups = asked.function == "sum" and asked.group and len(asked.asked) == 1
    bare = not (wanted.tests or wanted.scope or wanted.group or wanted.function or wanted.limit)
    is_that = bool(wanted.unclear) or wanted.sort in asked.asked
    return bool(of_groups and wanted.extreme and bare and is_that) and {*wanted.asked} <= {asked.group}


def _with_best(first: Command, second: Command) -> Command:
    """Return a question for the sums of each group that also tells the best."""
    asked, wanted = first.slots["question"], second.slots["question"]
    question = replace(asked, extreme=True, descending=wanted.descending, sort=asked.asked[0])
    span = (first.span[0], second.span[1])
    words = f"{first.words} {second.words}"
    return replace(first, slots={**first.slots, "question": question}, span=span, words=words)


def _with_columns(first: Command, second: Command) -> Command | None:
    """Return an order for a file with the column names that follow it: 'Columns: Tool, Price.'"""
    wanted = first.slots["question"].format if first.name == _ASK and first.slots["question"].shapes else ""
    named: TableOrder = second.slots["query"]
    if not wanted or named != TableOrder(columns=named.columns):
        return None
    return replace(
        second, slots={"query": replace(named, format=wanted)}, span=(first.span[0], second.span[1])
    )


def _with_both(first: TableQuestion, second: TableQuestion) -> TableQuestion | None:
    said: dict[str, Any] = {}
    nothing = TableQuestion()
    for field in fields(TableQuestion):
        values = [getattr(one, field.name) for one in (first, second)]
        told = [one for one in values if one != getattr(nothing, field.name)]
        if len(told) > 1 and told[0] != told[1]:
            return None
        said |= {field.name: told[0]} if told else {}
    return TableQuestion(**said)
