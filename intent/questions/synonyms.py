"""Synonyms for searches: 'vacation' for 'holiday'."""

import re
from functools import cache
from itertools import chain
from pathlib import Path

from omniforge.projects.search.words import stems

_DATA = Path(__file__).parent.parent / "data"
_SYNONYMS, _RELATED = "synonyms.txt", "related.txt"
_PHRASE_LENGTHS = range(2, 6)  # words


def synonyms_of(stem: str) -> frozenset[str]:
    """Return the synonyms of a stem, empty if it has none."""
    return _groups(_SYNONYMS).get(stem, frozenset())


def related_to(stem: str) -> frozenset[str]:
    """Return stems of the same subject: enough to be near a question, too little to answer it."""
    return _groups(_RELATED).get(stem, frozenset())


def joined(text: str) -> str:
    """Return a text with each multi-word synonym joined: 'up front' is 'upfront'."""
    return _synonym_phrase().sub(lambda found: re.sub(r"\W", "", found[0]), text)


def words_in(text: str) -> frozenset[str]:
    """Return the stems of a text, including those of its phrases."""
    return frozenset((*stems(text), *stems(joined(text))))


def related_phrases_in(text: str) -> frozenset[str]:
    """Return the stems of a text's phrases that have related words: 'lost property' is 'lostproperty'."""
    words = re.findall(r"\w+", text.lower())
    spans = chain.from_iterable(
        zip(*(words[at:] for at in range(length)), strict=False) for length in _PHRASE_LENGTHS
    )
    return frozenset(stems(" ".join(one for one in map("".join, spans) if one in _related_phrases())))


@cache
def _related_phrases() -> frozenset[str]:
    return frozenset(one.replace("_", "") for one in re.findall(r"\w+_\w+", _text(_RELATED)))


@cache
def _synonym_phrase() -> re.Pattern[str]:
    listed = re.findall(r"\w+_\w+", _text(_SYNONYMS))
    forms = (one.replace("_", "[ -]") for one in sorted(listed, key=len, reverse=True))
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I)


@cache
def _text(file: str) -> str:
    return (_DATA / file).read_text(encoding="utf-8")


@cache
def _groups(file: str) -> dict[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for line in _text(file).splitlines():
        group = frozenset(() if line.startswith("#") else stems(line.replace("_", "")))
        for stem in group:
            groups[stem] = (groups.get(stem, frozenset()) | group) - {stem}
    return groups
