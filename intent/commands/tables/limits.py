"""A column of figures compared with another one that limits it: stock and minimum, spent and budget."""

from dataclasses import replace

from intent.commands.tables.column_names import name_words
from intent.commands.tables.question import OPPOSITE, CellTest
from intent.commands.tables.question_state import QuestionState
from intent.commands.tables.words import TableWords

_LEAST = ("min", "minimum", "reorder", "mindestbestand", "minimo")
_ASKS_HOW_FAR = {"much", "function"}


def measured_by(at_hand: TableWords, limit: str) -> str:
    """Return the column that a limit is for, empty unless exactly one may be it."""
    limits = at_hand.numbers_of("column_limit")
    others = [one for one in at_hand.numbers if one not in limits]
    if limit not in limits or len(others) < 2:
        return others[0] if limit in limits and others else ""
    alike = [one for one in others if {*name_words(one)} & {*name_words(limit)}]
    named = alike or [one for one in others if one in at_hand.numbers_of("column_reached")]
    return named[0] if len(named) == 1 else ""


def only_limit(at_hand: TableWords) -> tuple[str, str] | None:
    """Return the only column with a limit behind the one that it is for: 'Spent' and 'Budget'."""
    limits = at_hand.numbers_of("column_limit")
    measured = measured_by(at_hand, limits[0]) if len(limits) == 1 else ""
    return (measured, limits[0]) if measured else None


def holds_against(said: QuestionState, column: str) -> bool:
    """Compare a column by a bound: with the last one, 'returned later than due', or with what it limits.

    Return whether it is. In 'below the minimum stock' the second name adds nothing.
    """
    if said.tests and said.tests[-1].other == said.last and column in said.tests[-1].columns:
        return True
    if not said.bound:
        return False
    is_told = said.last != column and _is_of_one_kind(said, column)
    own = said.last if is_told else measured_by(said.at_hand, column)
    if not own or own == column:
        return False
    said.asked = [one for one in said.asked if one != own]
    _compare(said, said.bound, own, column)
    return True


def _is_of_one_kind(said: QuestionState, column: str) -> bool:
    kinds = (said.at_hand.numbers, said.at_hand.days)
    return said.last in said.asked and any({said.last, column} <= {*one} for one in kinds)


def _compare(said: QuestionState, bound: str, own: str, limit: str) -> None:
    said.test(CellTest((own,), OPPOSITE[bound] if said.negated else bound, other=limit))
    said.bound, said.negated, said.names = "", False, True


def take_overspent(said: QuestionState, key: str) -> None:
    """Read 'overspent' as over the only limit."""
    if pair := only_limit(said.at_hand):
        _compare(said, "over", *pair)
    else:
        said.unread.append(key)


def take_short(said: QuestionState, key: str) -> None:
    """Read 'what is short?', 'what do we need to reorder?' as under the only minimum."""
    pair = only_limit(said.at_hand)
    if pair and {*name_words(pair[1])} & {*_LEAST}:
        _compare(said, "under", *pair)
    else:
        said.unread.append(key)


def take_within(said: QuestionState, key: str) -> None:
    """Read 'within budget' as at most the only limit, but not 'within 7 days'."""
    if only_limit(said.at_hand) and not any(one.word[:1].isdigit() for one in said.words.tokens):
        said.bound = "at_most"
    else:
        said.unread.append(key)


def settle_limits(said: QuestionState) -> None:
    """Leave unread how far something is from its limit, and 'exactly', which no bound tells."""
    _settle_part(said)
    words = {one.word for one in said.words.tokens}
    compared = [one for one in said.tests if one.other in said.at_hand.numbers]
    for one in compared:
        pair = {*one.columns, one.other}
        if said.unclear and {*said.unclear} <= pair:  # 'fewer hours than planned'
            said.unclear, said.asked = None, [each for each in said.asked if each not in pair]
    tells = any(one.other == said.said.get("other") for one in compared)  # the rest, by its two columns
    if compared and not tells and _ASKS_HOW_FAR & {*said.said} and said.said.get("function") != "count":
        said.unread.append("how much")
    both = only_limit(said.at_hand)
    if both and "exactly" in words and {*both} <= {*said.asked}:
        said.unread.append("exactly")


def _settle_part(said: QuestionState) -> None:
    """Read 'over 60% of the revenue' as a bound of so much of that column."""
    part = said.said.pop("part", None)
    compared = [one for one in said.tests if one.other in said.at_hand.numbers]
    if part is None:
        return
    if len(compared) == 1:
        said.tests = [replace(one, value=part / 100) if one in compared else one for one in said.tests]
    else:
        said.unread.append(f"{part:f}%")  # of which column, nothing says
