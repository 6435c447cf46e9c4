"""Words that stand for one another when somebody looks something up: 'vacation' for 'holiday'."""

from functools import cache
from pathlib import Path

from omniforge.projects.search.words import stems

_DATA = Path(__file__).parent / "data" / "synonyms.txt"


def synonyms_of(stem: str) -> frozenset[str]:
    """Return the stems that may stand for one; empty for a word that is in no group."""
    return _groups().get(stem, frozenset())


@cache
def _groups() -> dict[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        group = frozenset(() if line.startswith("#") else stems(line))
        for stem in group:
            groups[stem] = (groups.get(stem, frozenset()) | group) - {stem}
    return groups
