"""Groups of words that are used alike, so that a word never seen in training weighs as its neighbours do."""

from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent.parent / "data" / "word_groups.txt"


def groups_of(word: str) -> tuple[str, str] | None:
    """The wide and the narrow group of a folded word, as labels; None when it is in none."""
    return _groups().get(word)


@cache
def _groups() -> dict[str, tuple[str, str]]:
    """A line is a narrow group and begins with the number of the wide one that it belongs to."""
    found = {}
    for narrow, line in enumerate(_FILE.read_text(encoding="utf-8").splitlines()):
        wide, *words = line.split()
        found.update(dict.fromkeys(words, (f"w{wide}", f"n{narrow}")))
    return found
