"""The method of Meanings for each key of `table_word`, and the keys that win over a column's name."""

from collections.abc import Callable, Mapping

from intent.commands.tables.columns_of_days import take_each_person
from intent.commands.tables.lateness import take_came_late, take_due, take_still_out
from intent.commands.tables.limits import holds_against, only_limit, take_overspent, take_short, take_within
from intent.commands.tables.meanings import EXTREMES, Meanings
from intent.commands.tables.owed import take_owed
from intent.commands.tables.periods import PERIODS
from intent.commands.tables.question import BOUNDS
from intent.commands.tables.repeats import (
    take_added_total,
    take_ordered,
    take_those,
    take_total_row,
    take_turned,
)

SURE = (
    *("sum", "count", "count_those", "share", "ratio", "not", "by", "per", "xlsx", "csv", "docx"),
    *("overdue", "owes"),
)
FUNCTIONS = ("sum", "mean", "median", "running", "count", "share", "ratio", "difference", "count_those")


def _take_than(said: Meanings, key: str) -> None:
    """Skip 'than' between two values whose difference is asked for."""
    said.unread += [] if said.said.get("function") == "difference" else [key]


def _take_extreme(said: Meanings, key: str) -> None:
    """Read 'the difference between cheapest and dearest' as that of both ends."""
    limit = only_limit(said.at_hand) if said.bound else None
    if limit and holds_against(said, limit[1]):
        return  # 'below the minimum'
    if said.extreme and said.said.get("function") == "difference" and Meanings._asks_both_ends(said):
        said.said["spread"] = True
    else:
        Meanings._extreme(said, key)


def _take_share(said: Meanings, key: str) -> None:
    """Skip 'in percent' of a difference, which is told with it."""
    if not (said.said.get("function") == "difference" and said.extreme):
        Meanings._function(said, key)


ACTS: Mapping[str, Callable[[Meanings, str], None]] = {
    **dict.fromkeys(EXTREMES, _take_extreme),
    **dict.fromkeys(BOUNDS, Meanings._bound),
    **dict.fromkeys(FUNCTIONS, Meanings._function),
    "share": _take_share,
    "included": lambda said, key: said.said.setdefault("included", len(said.tests)),
    **dict.fromkeys(("gross", "net"), Meanings._taxed),
    **dict.fromkeys(("most_often", "least_often"), Meanings._often),
    **dict.fromkeys(("xlsx", "csv", "docx"), Meanings._format),
    **dict.fromkeys(("rising", "falling"), Meanings._direct),
    **dict.fromkeys(("per", "by", "sort"), Meanings._wait),
    **dict.fromkeys(("overdue", "to_come"), take_due),
    "came_late": take_came_late,
    "total_row": take_total_row,
    "days_late": lambda said, key: said.unread.append("days late"),
    "still_out": take_still_out,
    "table": Meanings._laid_out,
    **dict.fromkeys(("row", "day", *PERIODS), Meanings._row),
    "same": Meanings._same,
    "turned": take_turned,
    "ordered": take_ordered,
    **dict.fromkeys(("sum_those", "much_those"), take_those),
    "overspent": take_overspent,
    "within": take_within,
    "short": take_short,
    "added_total": take_added_total,
    "each_person": take_each_person,
    "than": _take_than,
    "money": Meanings._money,
    "owes": take_owed,
    "not": Meanings._negate,
    "omit": Meanings._omit,
    "yes": Meanings._affirm,
    "on_top": Meanings._on_top,
}
