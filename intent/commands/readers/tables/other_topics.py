"""Tells whether words that fit the table at hand are about something else: a sum, a date, all work."""

from dataclasses import replace
from datetime import date

from intent.commands.grammar.slot_types import Words
from intent.commands.readers.tables.open_words import THOSE, opens_query
from intent.commands.readers.tables.percent import percent_at
from intent.commands.tables.column_names import are_of_work
from intent.commands.tables.meanings import EXTREMES
from intent.commands.tables.question import TableQuestion
from intent.commands.words import at_start, key_of

_FEW = 3  # words in which an order says what is to be moved
_MOVES = ("make", "put", "set", "move", "shift", "push", "change", "bring", "have")
POINTING = ("it", "that", "them", "those", "these", "this")
_POINTS_BACK = {*POINTING, "they"}
_HOW_MUCH = (["and", "how", "much"], ["and", "how", "many"])  # of the rows asked about before
_MAKES = ["make", "it"]
_OPEN = frozenset(("left", "open", "outstanding", "unfinished"))
_BARE = _OPEN | {"what", "whats", "is", "'s", "still", "then", "now", "so", "and"}
_US = ("we", "i")
_REMIND = ("remind me to", "remind us to")
_AGENTS = ("agent", "agents")
_LEAVES, _SO = "leave", "so"
_BEGINS = ("and", ",", _SO)  # a second question
_OF_AGE = frozenset(("newest", "oldest"))
_LISTS = ["list", "table", "file", "rows", "row", "column", "columns", "excel", "csv"]
_ASKS_DATE = ("what date", "which date", "what day", "which day", "what weekday", "which weekday")


def asks_twice(words: Words) -> bool:
    """Return whether 'and' or a comma begins a second question, about other rows than the first."""
    said = [one.word for one in words.tokens]
    begins = (
        at
        for at in range(1, len(said) - 1)
        if said[at] in _BEGINS and opens_query(said[at + 1 :]) and not _lists_owed(said, at)
    )
    return any(said[at] == _SO or _sums_apart(said, at) or not _is_of_same(said[at:]) for at in begins)


def _is_of_same(said: list[str]) -> bool:
    return not _POINTS_BACK.isdisjoint(said) or said in _HOW_MUCH


def _lists_owed(said: list[str], at: int) -> bool:
    """Return whether 'and what they owe' is one more column of a table that is ordered before."""
    keys = (at_start("table_word", tuple(said[place:]))[0] for place in range(at + 2, len(said)))
    owes = next((key for key in keys if key != "skip"), "") == "owes"
    return owes and not opens_query(said) and not {*said[:at]}.isdisjoint(_LISTS)


def _sums_apart(said: list[str], at: int) -> bool:
    """Return whether what follows asks for a sum of its own: 'how much is that, and how much of it …'

    So does 'who is the biggest, and how much is it altogether?', unlike 'and how much is it?'
    """
    before, behind = " ".join(said[:at]), " ".join(said[at:])
    ranks = any(at_start("table_word", tuple(said), one)[0] in EXTREMES for one in range(at))
    adds_up = ranks and any(
        at_start("table_word", tuple(said), one)[0] == "sum" for one in range(at, len(said))
    )
    return "how much" in behind and ("how much" in before or adds_up)


def is_of_something_else(question: TableQuestion, words: Words) -> bool:
    """Return whether a question about the table at hand only seems to be one."""
    others = (
        *(_goes_on_with_sums, _moves_to_day, _is_of_work, _is_of_open_work),
        *(_asks_date, _asks_where, _is_of_agents, _reminds),
    )
    return any(one(question, words) for one in others)


def is_changed(said: list[str]) -> bool:
    """Return whether words order a change of figures, 'make it 6 mats', or tell one: 'oak went up to 40'."""
    rises = any(at_start("cell_word", tuple(said), at)[0] == "rise" for at in range(len(said)))
    sets = any(said[at : at + 2] == _MAKES and _is_count(said[at + 2 :]) for at in range(len(said)))
    return rises or sets or bool(key_of("table_changed", " ".join(said[:1])))


def _is_count(said: list[str]) -> bool:
    """Return whether a figure comes next, with a word behind it other than for rows."""
    return len(said) > 1 and said[0].isdigit() and not key_of("table_word", said[1])


def said_in(words: Words) -> list[str]:
    return [one.word for one in words.tokens]


def _goes_on_with_sums(question: TableQuestion, words: Words) -> bool:
    """Return whether 'minus 10%' applies to a sum from the talk, and not to the table."""
    at_hand, said = words.situation.table, words.situation.said
    leads = words.tokens[0].start > 0 and percent_at(words.tokens)[0]  # 'with 10% off, what's that?'
    bare = replace(question, function="") if question.function == "sum" and leads else question
    told = words.situation.number is not None and "\n" not in words.situation.told.strip()  # only a total
    if told and not any(one.casefold() in {*said_in(words)} for one in question.asked):
        bare = replace(bare, asked=(), names=False)  # 'take 8% off': a column that nobody named
    is_alone = replace(bare, limit=None, again=False) == TableQuestion(percent=question.percent)
    talks = bool(at_hand and at_hand.before and said and at_hand.before in said)
    counts = told or words.tokens[0].start > 0 or words.tokens[0].word.isdigit()
    return bool(question.percent) and is_alone and (not talks or counts)


def _asks_date(question: TableQuestion, words: Words) -> bool:
    """Return whether only a date is asked for, and no rows: 'what date is in 90 days?'"""
    bare = replace(question, tests=(), view=False) == TableQuestion()
    asks = " ".join(one.word for one in words.tokens[:3] if one.word not in ("is", "the"))
    return bare and asks.startswith(_ASKS_DATE) and all(isinstance(one.value, date) for one in question.tests)


def only_tells_days(question: TableQuestion) -> bool:
    """Return whether a question has only days of the table's in it, and none of its columns or values."""
    bare = replace(question, tests=(), view=False) == TableQuestion()
    days = bool(question.tests) and all(isinstance(one.value, date) for one in question.tests)
    return bare and days and not question.names


def _asks_where(question: TableQuestion, words: Words) -> bool:
    """Return whether people ask where they are to be on a day, which their calendar knows."""
    said = {*said_in(words)}
    return only_tells_days(question) and "where" in said and not said.isdisjoint(_US)


def _is_of_agents(question: TableQuestion, words: Words) -> bool:
    """Return whether 'list my agents' only names agents, and no column of the table is called so."""
    at_hand, named = words.situation.table, [one for one in said_in(words) if one in _AGENTS]
    is_column = at_hand and any(at_hand.columns_called((one,)) for one in named)
    return bool(named) and question.only_names and not (question.tests or is_column)


def _reminds(question: TableQuestion, words: Words) -> bool:
    """Return whether somebody is to be reminded of a deed: 'remind me to pay K-7 on Friday'."""
    return bool({*_REMIND} & {" ".join(said_in(words)[:3]), " ".join(said_in(words)[1:4])})


def _moves_to_day(question: TableQuestion, words: Words) -> bool:
    """Return whether an order only names a day, to which something is to be moved: 'make it Tuesday'."""
    said = said_in(words)[:_FEW]
    days = bool(question.tests) and all(isinstance(one.value, date) for one in question.tests)
    bare = replace(question, tests=(), people=False) == TableQuestion()
    return bare and days and said[:1] != [] and said[0] in _MOVES and bool({*said} & {*POINTING})


def _is_of_work(question: TableQuestion, words: Words) -> bool:
    """Return whether a question about a list of work means all work, because nothing refers to the list.

    How it should be sorted may be said of all work, too: 'list the open tasks, newest first'.
    """
    at_hand, said = words.situation.table, said_in(words)
    points = {*said[said[:1] == _LISTS[:1] :]} & {*THOSE, *_LISTS}
    sorts = any(key_of("kind", one) for one in said) or _sorts_unlike_table(question, said)
    shapes = (question.shapes or question.reshapes) and not sorts
    of_list = points or shapes or question.format or question.scope == "those"
    return bool(at_hand and are_of_work(at_hand.columns) and not of_list)


def _sorts_unlike_table(question: TableQuestion, said: list[str]) -> bool:
    """Return whether words sort work as no column does: by age, or by priority, of which 1 is the highest."""
    by_priority = question.sort == "priority" and question.descending is not None
    return by_priority or not _OF_AGE.isdisjoint(said)


def _is_of_open_work(question: TableQuestion, words: Words) -> bool:
    """Return whether a question that names nothing of the table asks what is open: 'what's left for all?'

    'What's left' alone asks for the work of projects, even if a column is called so.
    """
    said, bare = said_in(words), replace(question, people=False, scope="", again=False)
    if bare == TableQuestion() and _LEAVES in said:
        return True  # 'and what does that leave?' asks for no row
    is_column = bool(words.situation.projects) and {*said} <= _BARE and bool({*question.asked} & _OPEN)
    is_bare = is_column or (bare == TableQuestion() and question.scope != "those")
    return is_bare and not _OPEN.isdisjoint(said)
