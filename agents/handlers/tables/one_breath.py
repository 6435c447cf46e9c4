"""Questions about a table that go on from the one before them in the same message: 'and Leeds? hours'."""

from dataclasses import replace

from agents.handlers.tables.follow_ups import question_before
from agents.handlers.task import Task
from intent.commands.readers.tables.open_words import ASKING
from intent.commands.tables.deals import counts_somebody
from intent.commands.tables.question import TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words

_MOST_WORDS = 6  # of bare columns


def in_one_breath(task: Task, table: TableWords, question: TableQuestion, words: str) -> TableQuestion:
    """Return bare columns with the rows and groups asked for right before: 'and Leeds? hours and pay'."""
    if others := _of_others(task, table, question) or _of_first(task, table, question):
        return others
    said = as_words(words)
    bare = question == TableQuestion(asked=question.asked, function=question.function, scope=question.scope)
    is_short = len(said) <= _MOST_WORDS and bool(question.asked)
    before = question_before(task, table) if task.results and bare and is_short else None
    asks = {*said} & {*ASKING, "total"}
    if before is None or before.unread or (asks and (question.scope or not counts_somebody(table, before))):
        return question
    return replace(question, tests=before.tests, group=before.group, scope="")


def _of_first(task: Task, table: TableWords, question: TableQuestion) -> TableQuestion | None:
    """Return '… and who is its keeper?' right behind 'which test is due first' as of that row."""
    bare = question == TableQuestion(asked=question.asked, people=question.people)
    before = question_before(task, table) if task.results and bare and question.asked else None
    ranks = before is not None and before.extreme and not (before.function or before.limit)
    return replace(before, asked=question.asked, people=question.people) if before and ranks else None


def _of_others(task: Task, table: TableWords, question: TableQuestion) -> TableQuestion | None:
    """Return '… and how many Ms Bo' right behind 'how many nights is Mr Ek staying' as her nights."""
    bare = question == TableQuestion(tests=question.tests, function=question.function)
    asks = bool(task.results) and question.function == "count" and bare
    before = question_before(task, table) if asks else None
    alike = before and [one.columns for one in before.tests] == [one.columns for one in question.tests]
    counted = before is not None and before.function == "count" and {*before.asked} & {*table.numbers}
    return replace(before, tests=question.tests) if before and alike and counted else None
