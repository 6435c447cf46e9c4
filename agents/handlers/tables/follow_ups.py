"""Questions about a table that go on from the one before: 'and for the kitchen?', 'now just Leeds'."""

from dataclasses import replace
from itertools import pairwise

from agents.handlers.tables.computed_columns import SIGNS
from agents.handlers.tables.files import SHOWN
from agents.handlers.task import Task
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.tables.cell_changes import read_change
from intent.commands.readers.tables.questions import read_question
from intent.commands.tables.likeliest_column import told_apart
from intent.commands.tables.question import FIGURES, CellTest, TableQuestion
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, key_of

TO_ORDER = "To order"  # the column of what is to be ordered of each row
_FEW_WORDS, _MOST_WORDS, _NOT = 4, 7, "not"  # of a column, and of one that it is instead of
_ADDS = ("and ", "but ", "the same", "same ")  # what was asked before stays, unlike with 'now sort it'
_THAT = ("that", "this")
_MOST_LATER = 2  # questions remembered between the first and the last


def completed(
    task: Task, table: TableWords, question: TableQuestion, words: str
) -> tuple[TableQuestion, str]:
    """Return a question completed by the previous one, and the words to store it under."""
    if by_other := _by_other(task, table, question, words):
        return by_other, _joined(table.before, words)
    adds = question.shapes and task.pack.message.lower().startswith(_ADDS)
    goes_on = question.again or adds or (question.scope == "those" and not task.results)
    before = question_before(task, table) if goes_on and table.before else None
    if before is None or before.unread:
        return question, words
    if not (question.again or adds):
        return _of_those(task, question, before), words
    if adds and before.tests:
        return replace(question, tests=before.tests, only=True), words
    if before.function in FIGURES and question.sort and "sort" not in words.lower():
        question = replace(question, group=question.sort, sort="")  # 'and by shop?' after a sum
    whole = _gone_on(question, before)
    return whole, words if whole == question else _joined(table.before, words)


def _by_other(task: Task, table: TableWords, question: TableQuestion, words: str) -> TableQuestion | None:
    """Return 'by hours', or just 'hours', after a sum or after what stands out as the same by that column."""
    column, said = question.sort or next(iter(question.asked), ""), as_words(words)
    bare = TableQuestion(sort=question.sort, descending=question.descending, asked=question.asked)
    few = len(said) <= (_FEW_WORDS if _NOT not in said else _MOST_WORDS)
    is_bare = question == bare and (said[:1] == ("by",) or (not question.sort and few))
    is_new = bool(task.material or task.results or not table.before)
    before = question_before(task, table) if is_bare and not is_new and column in table.numbers else None
    if before is None or len(question.asked) > 1:
        return None
    if before.extreme:
        asked = (column,) if before.function else before.asked
        return replace(before, sort=column, asked=asked, unclear=None)
    is_sum = before.function in FIGURES and not (question.sort or before.other)
    return replace(before, asked=(column,), unclear=None) if is_sum else None


def _of_those(task: Task, question: TableQuestion, before: TableQuestion) -> TableQuestion:
    """Return 'list them' after a sum of certain rows as the list of these, and a sum as that of them."""
    if before.function == "sum" and question.much and question.tests and not question.asked:
        return replace(before, tests=(*before.tests, *question.tests), much=True)
    is_bare = question.function == "sum" and not (question.asked or question.tests)
    if is_bare and (rest := _computed(task, before)):
        tests, scope = (before.tests, "") if before.group else ((), question.scope)
        return replace(question, asked=rest[:1], sign=rest[1], other=rest[2], tests=tests, scope=scope)
    last, sums = next(iter(task.pack.dialogue.results[-1:]), None), question.function in FIGURES
    if last is None or task.material or not before.tests or not (sums or not question.function):
        return question
    is_cut = sums and len(last.rows) >= SHOWN  # more rows fit than are kept
    are_summed = before.function in FIGURES and (not last.of or (sums and last.summary))
    if not (is_cut or are_summed):
        return question
    return replace(question, tests=(*before.tests, *question.tests), scope="")


def _computed(task: Task, before: TableQuestion) -> tuple[str, str, str] | None:
    """Return the columns and the sign of what was told of each row, or of what rows were chosen by.

    'How much is that together?' is then its sum: what is still owed, behind 'paid less than the fee'.
    """
    words = task.pack.table.words if task.pack.table else None
    if words is None or task.material or (before.function and not before.group):
        return None
    numbers = [one for one in before.asked if one in words.numbers]
    if before.other and numbers and before.sign in SIGNS:
        return numbers[0], before.sign, before.other
    pairs = ({*one.columns, one.other} for one in before.tests if one.other)
    due, paid = {*words.money}, {*words.of_sense("paid")} & {*words.numbers}
    pair = next((one for one in pairs if len(one & due - paid) == len(one & paid) == 1), set())
    return ((pair - paid).pop(), "-", (pair & paid).pop()) if pair else None


def of_so_many(task: Task, question: TableQuestion) -> TableQuestion:
    """Return 'the four together' as a sum of what was shown last, if that were so many."""
    last = next(iter(task.pack.dialogue.results[-1:]), None)
    shown = len(last.rows) if last and last.of and not (task.results or task.material) else 0
    is_all = question.function in FIGURES and not question.tests and question.limit == shown
    return replace(question, scope="those", limit=None) if is_all else question


def is_told_already(task: Task, words: str) -> bool:
    """Return whether 'how many of each, and what does it cost?' follows an order that has told it."""
    last = task.results[-1].columns if task.results else ()
    return TO_ORDER in last and all(key_of("restock_word", one) for one in as_words(words))


def of_rows_told(task: Task, question: TableQuestion, words: str) -> TableQuestion:
    """Return 'make that an Excel file' right after rows were named as one for these rows."""
    last = next(iter(task.pack.dialogue.results[-1:]), None)
    is_choice = bool(last and last.of and not (last.format or last.summary))
    is_choice = is_choice and not (task.results or task.material)
    is_bare = question.format and not (question.tests or question.scope or question.function)
    pairs = pairwise((*as_words(words), ""))
    points = any(one in _THAT and not _names_table(then) for one, then in pairs)  # 'it' is the table
    return replace(question, scope="those") if is_choice and is_bare and points else question


def _names_table(word: str) -> bool:
    return bool(key_of("table_noun", word) or key_of("files_word", word))


def _joined(before: str, words: str) -> str:
    """Return the words of a question and of what goes on from it, one a line, without the oldest between."""
    first, *later = before.split("\n")
    return "\n".join((first, *later[-_MOST_LATER:], " ".join(words.split())))


def question_before(task: Task, table: TableWords) -> TableQuestion | None:
    """Return the previous question, completed by those that it went on from, or None after a correction."""
    situation, before = replace(task.situation, table=table), None
    for said in table.before.split("\n"):
        words = words_of(said, tokenize(said), situation)
        read = None if read_change(words) else read_question(words, table)
        before = _gone_on(read, before) if read and before else read
    return before


def carried_on(
    task: Task, table: TableWords, question: TableQuestion, words: str
) -> tuple[TableQuestion, str]:
    """Return a question with the column that the previous one was about, if it names none, and its words."""
    if joined := _joined_before(task, table, question):
        return joined, words
    before = question_before(task, table) if table.before and question.extreme and question.unclear else None
    if before and before.across:  # 'and the worst?' after 'which month did best?'
        return replace(question, across=before.across, unclear=None, sort=""), words
    own = question.asked and before and before.group not in question.asked  # 'which invoice is the highest?'
    if before and before.group and before.function == "sum" and len(before.asked) == 1 and not own:
        best = replace(before, extreme=True, descending=question.descending, sort=before.asked[0])
        return best, _joined(table.before, words)  # 'and who is the biggest?' after sums of each
    is_told = bool(told_apart(table, question.unclear or (), words))
    is_own = is_told or question.joined or question.across
    column = "" if is_own else _carried(task, table, question)
    if not column:
        return question, words
    asked = replace(question, asked=(*question.asked, column))
    clear = with_column_chosen(question, question.unclear[0], column) if question.unclear else asked
    return clear, f"{words} {column}"


def _joined_before(task: Task, table: TableWords, question: TableQuestion) -> TableQuestion | None:
    """Return 'how much more is Ann than Bo?' after 'who is cheapest all in?' as of the same columns."""
    is_open = question.function == "difference" and not question.asked and table.before
    before = question_before(task, table) if is_open else None
    return replace(question, joined=True, asked=before.asked) if before and before.joined else None


def _carried(task: Task, table: TableWords, question: TableQuestion) -> str:
    """Return the number column of the previous question, if this one names none, else empty."""
    adds_up = question.function in (*FIGURES, "difference") and not {*question.asked} & {*table.numbers}
    is_own = task.material is None or bool(task.results)
    before = question_before(task, table) if table.before and is_own else None
    is_unclear = question.unclear is not None
    if before is None or before.unclear is not None or not (is_unclear or adds_up) or question.percent:
        return ""
    told = [one for one in dict.fromkeys((*before.asked, before.sort)) if one in table.numbers]
    among = question.unclear if question.unclear is not None else table.money or table.numbers
    is_one = len(told) == 1 and (len(among) > 1 or told[0] in table.numbers_of("column_of_one"))
    return told[0] if is_one and told[0] in among else ""


def _gone_on(question: TableQuestion, before: TableQuestion) -> TableQuestion:
    """Return a question that only selects rows, completed with what the previous one asked."""
    if other := _with_other(question, before) or _narrowed(question, before) or _ordered(question, before):
        return other
    if question.other and before.function == "sum":
        return replace(before, sign=question.sign, other=question.other, asked=before.asked or question.asked)
    if question.percent and before.function in FIGURES:
        return replace(before, percent=question.percent, format="", limit=None)
    if question.percent and before.function == "share":
        return replace(before, percent=question.percent, function="sum", tests=(), asked=())
    if question.group and not question.function and before.extreme and not before.function:
        return replace(question, function="sum", asked=(before.sort,) if before.sort else ())
    changes = question.reshapes and not before.function
    if changes or not (before.function or before.extreme or before.asked):
        return question
    if question.asked and question.asked != before.asked:
        return _of_other_column(question, before)
    return replace(
        before,
        tests=_tests_kept(question, before),
        scope=question.scope,
        group=question.group or _group_kept(question, before),
        percent=question.percent,
        format="",
        limit=before.limit if before.extreme else None,
    )


def _tests_kept(question: TableQuestion, before: TableQuestion) -> tuple[CellTest, ...]:
    """Return the rows asked for, of those of the previous question if some are only left out of them."""
    if not question.tests:
        return before.tests if question.group and not question.scope else ()
    chosen = tuple(one for one in before.tests if not one.negated)
    return (*chosen, *question.tests) if _leaves_out(question) and not question.scope else question.tests


def _leaves_out(question: TableQuestion) -> bool:
    return bool(question.tests) and all(one.negated for one in question.tests)


def _group_kept(question: TableQuestion, before: TableQuestion) -> str:
    """Return the groups of the previous question, if rows are only left out: 'the same without Hull'."""
    return before.group if _leaves_out(question) else ""


def _ordered(question: TableQuestion, before: TableQuestion) -> TableQuestion | None:
    """Return the order before reversed, or the rows of a sum in order: 'and sorted by date'."""
    if question.turned:
        return replace(before, descending=not before.descending) if before.sort else None
    if not (question.shapes and before.function):
        return None
    return question if before.group else replace(question, tests=before.tests)


def _of_other_column(question: TableQuestion, before: TableQuestion) -> TableQuestion:
    """Return the previous question about another column: 'now the materials' after 'dearest on labour'."""
    if before.other:
        return question  # 'and just Bo's days?' after one column in percent of another
    ranks = before.extreme and not (before.function or before.across) and len(question.asked) == 1
    if ranks:
        return replace(before, sort=question.asked[0], unclear=None, tests=question.tests or before.tests)
    return replace(
        question,
        function=before.function,
        group=question.group or before.group,
        tests=question.tests or before.tests,
    )


def _narrowed(question: TableQuestion, before: TableQuestion) -> TableQuestion | None:
    """Return 'and all of it?' after sums as one sum, and 'just Leeds' after 'the most' as its value."""
    if question.scope == "overall" and before.function == "sum" and len(before.asked) > 1:
        return replace(before, asked=(), joined=True)
    chooses = any(one.test == "has" and not one.negated for one in question.tests)
    if not (before.extreme and chooses) or before.function or before.across or question.asked:
        return None
    return replace(question, asked=(before.sort,) if before.sort else (), only=False)


def _with_other(question: TableQuestion, before: TableQuestion) -> TableQuestion | None:
    """Return a sum minus the column to leave out: 'and without tips?'"""
    other = next(iter(question.without), "")
    is_one = before.function == "sum" and len(question.without) == 1 and other not in before.asked
    return replace(before, sign="-", other=other, format="", limit=None) if is_one else None


def with_column_chosen(question: TableQuestion, wrong: str, chosen: str) -> TableQuestion:
    """Return a question with the chosen column in place of the first candidate."""

    def right(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(chosen if one == wrong else one for one in names)

    tests = tuple(replace(one, columns=right(one.columns) or (chosen,)) for one in question.tests)
    sort = chosen if question.sort in (wrong, "") and question.descending is not None else question.sort
    return replace(question, tests=tests, asked=right(question.asked), sort=sort, unclear=None)
