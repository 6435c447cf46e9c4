"""Questions about the table at hand, and remembered tables."""

from dataclasses import replace

from agents.context.stored import TableAtHand
from agents.handlers.lines import bold
from agents.handlers.numbers.figures_before import both_together
from agents.handlers.registry import handles
from agents.handlers.tables.answers import TableAnswers
from agents.handlers.tables.changed_rows import of_row_before
from agents.handlers.tables.follow_ups import (
    carried_on,
    completed,
    is_told_already,
    of_rows_told,
    of_so_many,
    with_column_chosen,
)
from agents.handlers.tables.joined_columns import with_computed, with_joined, with_margin
from agents.handlers.tables.one_breath import in_one_breath
from agents.handlers.tables.talk import NAME_THEM, names_of
from agents.handlers.tables.which_column import choose_column, likeliest_columns
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.counts import counted
from agents.tools.table_at_hand import table_of
from intent.commands import Command
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.cell_changes import (
    corrects_figure,
    orders_change,
)
from intent.commands.readers.tables.other_topics import POINTING
from intent.commands.readers.tables.questions import read_question
from intent.commands.tables.column_names import name_words
from intent.commands.tables.question import FIGURES, TableQuestion
from intent.commands.tables.words import TableWords, table_words
from intent.commands.words import as_words, key_of
from intent.material import read_material
from intent.sentences.question_forms import is_question
from intent.statements.pasted_texts import without_table
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_BESIDE = 200  # characters
_REMARK = 3  # words in front of a question that may say nothing
_ORDER_THEM = "Say by which column to sort, highest or lowest first."
_WORST = "I don't know which {0} is the worst: say “the highest {0}” or “the lowest {0}”."
_LOSSES = frozenset(
    ("lost", "loss", "losses", "cost", "costs", "delay", "late", "missing", "faults", "waste")
)


@handles("table.keep")
async def keep(task: Task, command: Command) -> Answer:
    """Remember a pasted table, and describe it."""
    table = await current_table(task)
    beside = without_table(task.pack.message)[:_BESIDE]  # no cell of it is a question
    work = TableAnswers(task, table, command.words or beside, TableQuestion())
    size = f"{counted(len(table.words.rows), 'row')} with {names_of(table.words.columns)}"
    return Answer(f"I have your table: {size}. Ask me about it.", result=await work.whole())


@handles("table.ask")
async def ask(task: Task, command: Command) -> Answer:
    """Answer a question about the table at hand."""
    question: TableQuestion = command.slots["question"]
    table = await current_table(task)
    if is_told_already(task, command.words):
        return Answer("", result=task.results[-1])
    _refuse_uncorrected(task, table.words, command)
    _refuse_unknown_subject(question, command)
    _refuse_unknown_formula(table.words, question, command.words)
    question = of_row_before(task, table.words, question, command.words)
    question = _with_new_columns(task, table.words, question, command.words)
    question = in_one_breath(task, table.words, question, command.words)
    question = of_so_many(task, question)
    bare = TableQuestion(function="sum", limit=question.limit, scope=question.scope)
    if question == bare and (sums := both_together(task, question.limit or 0)):
        return Answer(sums, result=next(iter(task.pack.dialogue.results[-1:]), None))
    question, words = completed(task, table.words, question, command.words)
    if question.turned:
        raise InvalidInput(f"I don't know which order to reverse. {_ORDER_THEM}")
    if task.results and task.results[-1].of and question.format and question.shapes and not question.sort:
        return await TableAnswers(task, table, words, question).in_file(task.results[-1])
    question = _in_file(task, table.words, question, command.words)
    question = of_rows_told(task, question, command.words)
    table = await with_margin(task, table, question)
    _refuse_unknown_columns(table.words, question)
    _refuse_unknown_rows(task, table.words, question)
    if question.unclear is not None and _puts_sums_in_order(task, question):
        question = replace(question, unclear=None, sort="")
    question, words = carried_on(task, table.words, question, words)
    _refuse_worst(question, command.words)
    table, question = await with_joined(task, table, question)
    table, question = await with_computed(task, table, question, words)
    if question.unclear is None:
        return await _answered(task, table, question, command, words)
    meant = _meant(task, table.words, question, command.words)
    first, *others = [
        await _answered(
            task, table, with_column_chosen(question, question.unclear[0], one), command, f"{words} {one}"
        )
        for one in meant
    ]
    both = zip(meant, (first, *others), strict=True)
    text = "\n\n".join(f"By {bold(column)}: {one.text}" for column, one in both) if others else first.text
    return replace(first, text=text)


async def _answered(
    task: Task, table: TableAtHand, question: TableQuestion, command: Command, words: str
) -> Answer:
    """Answer a question whose columns are clear. Raises InvalidInput for an order to change a cell."""
    work = TableAnswers(task, table, words, question)
    said = f"{task.told} {command.words}"
    states = question.only_names and not is_question(command.words)
    if orders_change(said) and (states or not work.chosen.rows):
        raise InvalidInput(which_cell(table.words))
    return await work.answer()


def _refuse_worst(question: TableQuestion, words: str) -> None:
    """Refuse to say which value of a named column, or of one that tells losses, is the worst.

    Raises InvalidInput.
    """
    said, column = {*as_words(words)}, {*name_words(question.sort)}
    clear = key_of("profit_word", question.sort)  # the lowest margin is the worst
    if "worst" in said and column & (said | _LOSSES) and not clear:
        raise InvalidInput(_WORST.format(plain(question.sort)))


def _refuse_uncorrected(task: Task, table: TableWords, command: Command) -> None:
    """Refuse to compute with a figure that the same message corrects, if the correction wasn't understood.

    Raises InvalidInput.
    """
    before = task.pack.message[: command.span[0]]
    if not task.results and corrects_figure(before):
        raise InvalidInput(which_cell(table))


def _refuse_unknown_subject(question: TableQuestion, command: Command) -> None:
    """Refuse 'how many of each, and what does that cost?' behind words that weren't understood.

    Raises InvalidInput.
    """
    said = {*as_words(command.words)}
    names = question.tests or said & {"all", "everything"}
    if said & {*POINTING, "each"} and len(command.told.split()) > _REMARK and not names:
        raise InvalidInput(f"I can't tell what that is of, as I didn't understand “{plain(command.told)}”.")


def _refuse_unknown_formula(table: TableWords, question: TableQuestion, words: str) -> None:
    """Refuse to tell sums of single rows where a new column is ordered: 'put the labour cost per bar in'.

    Raises InvalidInput.
    """
    said, is_row = as_words(words), bool(question.group) and table.tells_rows(question.group)
    if is_row and question.function in FIGURES and said[:1] == ("put",) and not question.format:
        example = plain(next(iter(table.numbers), table.columns[-1]))
        raise InvalidInput(
            f"I can't work that column out as it's said. Say it like “add a column Cost: {example} times 12”."
        )


def which_cell(table: TableWords) -> str:
    """Say that a cell that is to be changed isn't certain, and how to name one."""
    column = plain(next(iter(table.numbers), table.columns[-1]))
    return f"I'm not sure which cell to change. Say it like “row 2 {column} should be 12”."


def _with_new_columns(task: Task, table: TableWords, question: TableQuestion, words: str) -> TableQuestion:
    """Return a question that includes columns added by its own message: 'highest balance first'."""
    new = _new_columns(task, table)
    situation = replace(task.situation, table=table)
    again = read_question(words_of(words, tokenize(words), situation), table) if new else None
    if again is None:
        return question
    if len(new) == 1 and again.unclear and {*as_words(words)} & {*POINTING}:
        return replace(question, sort=next(iter(new)), unclear=None)  # 'add a total column and sort by it'
    if len(new) == 1 and again.tests and question.unclear and new <= {*(again.unclear or ())}:
        return with_column_chosen(question, question.unclear[0], next(iter(new)))  # 'any over 500?'
    if again.sort in new:
        question = replace(question, sort=again.sort, descending=again.descending, unclear=again.unclear)
    if new & {*again.asked}:
        question = replace(question, asked=again.asked)
    is_of_new = any(new & {*one.columns} for one in again.tests)
    return replace(question, tests=again.tests) if is_of_new else question


def _new_columns(task: Task, table: TableWords) -> set[str]:
    """Return the columns added by an earlier order of the message, without which its words were read."""
    before = task.pack.table.words if task.pack.table else None
    read = table_words(task.material, task.today) if task.material else before
    return {*table.columns} - {*read.columns} if task.results and read else set()


def _meant(task: Task, table: TableWords, question: TableQuestion, words: str) -> tuple[str, ...]:
    """Return the columns that an unclear question may mean: one, or the two likeliest.

    Only an order that sorts or writes rows asks which. Raises Question, and InvalidInput if there is none.
    """
    among = question.unclear
    if not among:
        raise InvalidInput("This table has no column that I could compare.")
    if question.shapes or question.format or not {*among} <= {*table.numbers, *table.days}:
        return (choose_column(task, among, table, words),)
    return likeliest_columns(task, among, table, words)


async def current_table(task: Task) -> TableAtHand:
    """Return the table as the message's earlier command left it, else the pasted one, else the talk's."""
    if changed := await table_of(task.pack, task.results):
        return changed
    if task.material:
        words = table_words(task.material, task.today)
        return TableAtHand(words, units=task.material.units)
    if task.pack.table is None:
        raise NoSuchTarget
    return task.pack.table


def _in_file(task: Task, table: TableWords, question: TableQuestion, words: str) -> TableQuestion:
    """Return a bare order for a file as one for the figure asked for before.

    'That' and 'the list' mean the table, and so does a total that was added to it.
    """
    said = task.situation.said
    if question != TableQuestion(format=question.format) or task.material or task.results or not said:
        return question
    said = (
        table.before if table.before and table.before in said else said
    )  # without the table pasted beside it
    before = read_question(words_of(said, tokenize(said), task.situation), table)
    points = any(one in POINTING or key_of("table_noun", one) for one in as_words(words))
    if before is None or before.unread or points or before == TableQuestion(function="sum"):
        return question
    return replace(before, format=question.format) if before.function in FIGURES else question


def _puts_sums_in_order(task: Task, question: TableQuestion) -> bool:
    """Return whether 'sort by that' is about the sums shown last."""
    last = task.pack.dialogue.results[-1:]
    return bool(last) and last[0].summary and question.shapes and not task.material


def _refuse_unknown_columns(table: TableWords, question: TableQuestion) -> None:
    """Refuse a file with unknown columns instead of writing only the known ones.

    Raises InvalidInput.
    """
    unknown = (*question.unread, *(one for one in question.asked if one not in table.columns))
    if unknown:
        missed = ", ".join(f"“{plain(one)}”" for one in unknown)
        raise InvalidInput(f"I found no column called {missed}. The columns are {names_of(table.columns)}.")


def _refuse_unknown_rows(task: Task, table: TableWords, question: TableQuestion) -> None:
    """Refuse 'only those' if no rows were selected, or the question about them was not understood.

    Raises InvalidInput.
    """
    if task.material or not question.shapes:
        return
    missed, is_chosen = _missed_before(task, table), any(one.of for one in task.pack.dialogue.results[-1:])
    points = question.only or question.scope == "those"
    if (points and missed) or (question.only and not question.limit and not is_chosen):
        why = f", as I didn't understand {missed}" if missed else ""
        raise InvalidInput(f"I don't know which rows you mean{why}. {NAME_THEM}")


def _missed_before(task: Task, table: TableWords) -> str:
    """Return the words of the last message that were not understood, if it was about this table."""
    said, results = task.situation.said, task.pack.dialogue.results
    if not said or read_material(said) or any(one.task in said for one in results[-1:]):
        return ""
    before = read_question(words_of(said, tokenize(said), task.situation), table)
    return ", ".join(f"“{plain(one)}”" for one in before.unread) if before else ""
