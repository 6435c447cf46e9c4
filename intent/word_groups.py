"""Clusters of words that are used alike, so that a word unseen in training weighs like its neighbours."""

from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "word_groups.txt"


def groups_of(word: str) -> tuple[str, str] | None:
    """Return the labels of a folded word's wide and narrow cluster, or None if it is in none."""
    return _groups().get(word)


@cache
def _groups() -> dict[str, tuple[str, str]]:
    """Return the clusters by word. Each line is a narrow cluster, preceded by the number of its wide one."""
    found = {}
    for narrow, line in enumerate(_FILE.read_text(encoding="utf-8").splitlines()):
        wide, *words = line.split()
        found.update(dict.fromkeys(words, (f"w{wide}", f"n{narrow}")))
    return found
