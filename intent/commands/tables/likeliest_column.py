"""Which of several columns of a table a question most likely means."""

from collections.abc import Mapping

from intent.commands.tables.cells import stem
from intent.commands.tables.column_names import name_stems
from intent.commands.tables.words import TableWords
from intent.commands.words import as_words, table

_COUNTS = ("column_count", "column_heads")
_TIMES = ("column_duration", "column_taking")
_OF_ONE = ("column_of_one", "column_percent", "column_age", "column_limit")
_IDS = ("number", "phone")
_CUES = "likely_column"


def likeliest(at_hand: TableWords, among: tuple[str, ...], *said: str) -> tuple[str, ...]:
    """Return the columns that words most likely mean, several if nothing tells them apart.

    Of several texts the first tells most.
    """
    told = {one: _told(at_hand, one, said) for one in among}
    return _best({one: (*told[one], -_apart(at_hand, one)) for one in among})


def told_apart(at_hand: TableWords, among: tuple[str, ...], *said: str) -> str:
    """Return the column that only words tell from the others, empty if they don't."""
    best = _best({one: _told(at_hand, one, said) for one in among})
    return best[0] if len(best) == 1 else ""


def _best(ranks: Mapping[str, tuple[int, ...]]) -> tuple[str, ...]:
    return tuple(one for one in ranks if ranks[one] == max(ranks.values()))


def _told(at_hand: TableWords, column: str, said: tuple[str, ...]) -> tuple[int, ...]:
    """Return how well a column fits each text: by its name, and by its kind."""
    found: list[int] = []
    for words in map(as_words, said):
        cues = [key for key in {*table(_CUES).values()} if _has_cue(key, words)]
        found += [
            len({*name_stems(column)} & {*map(stem, words)}),
            sum(_fit(at_hand, column, one) for one in cues),
        ]
    return tuple(found)


def _has_cue(key: str, words: tuple[str, ...]) -> bool:
    forms = [form for form, one in table(_CUES).items() if one == key]
    return any(words[at : at + len(form)] == form for form in forms for at in range(len(words)))


def _fit(at_hand: TableWords, column: str, kind: str) -> int:
    """Return how much a column is of a kind: 2 or more if its name says so, 0 if it isn't."""
    if kind == "day":
        return (column in at_hand.days) + (column in at_hand.days_of("column_due"))
    if kind == "money":
        return _money(at_hand, column)
    if kind == "time":
        return 2 * _is_any(at_hand, column, _TIMES) + _is_any(at_hand, column, _COUNTS)
    return 2 * _is_any(at_hand, column, _COUNTS) + _is_whole(at_hand, column)


def _money(at_hand: TableWords, column: str) -> int:
    if column not in at_hand.prices:
        return 0
    return 1 + (column in at_hand.money) + _is_any(at_hand, column, ("column_total", "column_owing"))


def _is_whole(at_hand: TableWords, column: str) -> bool:
    is_other = column in at_hand.prices or _is_any(at_hand, column, _OF_ONE) or at_hand.holds_years(column)
    return column in at_hand.numbers and at_hand.holds_whole(column) and not is_other


def _apart(at_hand: TableWords, column: str) -> int:
    """Return how unlikely a column is that no word is about: 2 for years and numbers that only identify."""
    is_id = any(column in at_hand.of_sense(one) for one in _IDS)
    return 2 if is_id or at_hand.holds_years(column) else int(_is_any(at_hand, column, _OF_ONE))


def _is_any(at_hand: TableWords, column: str, forms: tuple[str, ...]) -> bool:
    return any(column in at_hand.numbers_of(one) for one in forms)
