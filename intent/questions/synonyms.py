"""Synonyms for searches: 'vacation' for 'holiday'."""

import re
from functools import cache
from pathlib import Path

from omniforge.projects.search.words import stems

_DATA = Path(__file__).parent.parent / "data" / "synonyms.txt"


def synonyms_of(stem: str) -> frozenset[str]:
    """Return the synonyms of a stem, empty if it has none."""
    return _groups().get(stem, frozenset())


def joined(text: str) -> str:
    """Return a text with each multi-word synonym joined: 'up front' is 'upfront'."""
    return _phrase().sub(lambda found: re.sub(r"\W", "", found[0]), text)


def words_in(text: str) -> frozenset[str]:
    """Return the stems of a text, including those of its phrases."""
    return frozenset((*stems(text), *stems(joined(text))))


@cache
def _phrase() -> re.Pattern[str]:
    listed = re.findall(r"\w+_\w+", _DATA.read_text(encoding="utf-8"))
    forms = (one.replace("_", "[ -]") for one in sorted(listed, key=len, reverse=True))
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I)


@cache
def _groups() -> dict[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        group = frozenset(() if line.startswith("#") else stems(line.replace("_", "")))
        for stem in group:
            groups[stem] = (groups.get(stem, frozenset()) | group) - {stem}
    return groups
