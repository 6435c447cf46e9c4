"""Cell values of a table: yes or no, days, times of day, and word stems."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TypeVar

from intent.commands.grammar.tokens import fold, tokenize
from intent.slots.days import read_day
from omniforge.tables.cells import Cell, as_number

_Key = TypeVar("_Key")
_ENDINGS = ("ies", "es", "s", "ed")
_SPELT_OUT = "january february march april june july august sept september october november december"
_MONTHS = {one: one[:3] for one in _SPELT_OUT.split()}
_PLURALS = {
    "children": "child",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "geese": "goose",
    "calves": "calf",
    "loaves": "loaf",
    "knives": "knife",
    "shelves": "shelf",
    "wolves": "wolf",
    "leaves": "leaf",
}
_LEAST = 3  # letters that a stem keeps
_YES = frozenset({"yes", "y", "true", "x", "✓", "✔", "done", "ja", "si", "paid", "ok"})
_SAID_NO = "no"
NO = frozenset({"no", "n", "false", "-", "–", "none", "nein", "n/a", "na", ""})
_DENIALS = ("no", "not", "without", "kein", "keine", "ohne", "sin")
_DOTTED = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def minutes_of(cell: Cell) -> int | None:
    """Return a time of day, '9:40', in minutes, or None for anything else."""
    found = _CLOCK.fullmatch(str(cell).strip())
    return int(found[1]) * 60 + int(found[2]) if found else None


def is_month(word: str) -> bool:
    """Return whether a word is a month or its abbreviation."""
    return word in _MONTHS or word in _MONTHS.values()


def stem(word: str) -> str:
    """Return a word without a plural or past ending: 'poodles' and 'poodle' match, 'calves' and 'calf'."""
    word = _PLURALS.get(word, word)
    if word.endswith("ss") or word in _MONTHS:
        return _MONTHS.get(word, word)
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= _LEAST), "")
    bare = word.removesuffix(ending) if ending else word
    return bare.rstrip("eyi") if len(bare) > _LEAST else bare


def stems_of(text: str) -> tuple[str, ...]:
    """Return the stems of the words of a text."""
    return tuple(stem(token.word) for token in tokenize(text) if not token.is_mark)


def denies(held: Sequence[str], word: str) -> bool:
    """Return whether a cell denies what a word names: 'no heating'."""
    return any(one in _DENIALS for one in held[: held.index(word)][-1:])


def is_yes(cell: Cell) -> bool:
    return cell is True or fold(str(cell)).strip() in _YES


def is_no(cell: Cell) -> bool:
    """Return whether a cell is a no, or empty."""
    return cell in (None, False) or fold(str(cell)).strip() in NO


def day_of(cell: Cell, today: date) -> date | None:
    text = str(cell or "").strip()
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        pass
    if found := _DOTTED.fullmatch(text):
        day, month, year = (int(one) for one in found.groups())
        return _date(year + 2000 if year < 100 else year, month, day)
    return read_day(text, today) if text and not as_number(cell) else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def hold_only(cells: Sequence[Cell], read: Callable[[Cell], object]) -> bool:
    """Return whether `read` finds a value in every cell that isn't empty, and there are some."""
    known = [cell for cell in cells if cell not in (None, "")]
    return bool(known) and all(read(cell) is not None for cell in known)


def answer_yes_or_no(cells: Sequence[Cell]) -> bool:
    """Return whether all cells say yes or no, and one says it in so many words."""
    return any(is_yes(one) or fold(str(one)).strip() == _SAID_NO for one in cells) and all(
        is_yes(one) or is_no(one) for one in cells
    )


def grouped(pairs: Iterable[tuple[_Key, str]]) -> Mapping[_Key, tuple[str, ...]]:
    """Return the names by key, each once."""
    found: dict[_Key, tuple[str, ...]] = {}
    for key, name in pairs:
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), name)))
    return found
