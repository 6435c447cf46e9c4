"""Which things a person means by their words: all telling words count, a small misspelling is forgiven."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from agents.places import PLACES
from agents.runs.by_rules.workspace.things import Thing
from agents.workspace.naming import folded, significant_words
from agents.workspace.reading.vocabulary import KIND
from agents.workspace.reading.wishes import Reference

_ORDINAL = re.compile(
    rf"(?:the\s+)?(?P<word>{'|'.join(PLACES)})|(?:the\s+|number\s+|no\.?\s*|#)?(?P<number>\d{{1,2}})\.?",
    re.I,
)
_VAGUE = re.compile(rf"\b(?:{KIND}|things?|ones?|stuff|items?|project)\b", re.I)
_LEAST = 4  # letters of a word in which a misspelling is forgiven
_NEAR = 3  # names that are told where nothing fits


def meant(reference: Reference, things: Iterable[Thing]) -> list[Thing]:
    """Return the things that a reference names: by title, by its words, or by its words misspelt."""
    among = [one for one in things if not reference.kind or one.kind == reference.kind]
    bare = _VAGUE.sub(" ", reference.words)
    words = bare if significant_words(bare) else reference.words
    wanted = significant_words(words)
    if not wanted:
        return []
    said = _plain(reference.words)
    same = [one for one in among if _plain(one.title) == said]
    whole = same or [one for one in among if wanted <= significant_words(one.title)]
    return whole or [one for one in among if _is_near(words, one.title)]


def named_in(text: str, things: Iterable[Thing]) -> list[Thing]:
    """Return the things whose whole titles a text names, misspelt or not; the longest titles first."""
    known, spoken = [one for one in things if significant_words(one.title)], significant_words(text)
    found = [one for one in known if significant_words(one.title) <= spoken]
    near = found or [one for one in known if _is_near(one.title, text)]
    return sorted(near, key=lambda one: -len(one.title))


def ordinal(words: str) -> int | None:
    """Return the place that words name in a list, from 0, or -1 for the last."""
    found = _ORDINAL.fullmatch(_VAGUE.sub(" ", words).strip(" .!?,"))
    if not found:
        return None
    return PLACES[found["word"].lower()] if found["word"] else int(found["number"]) - 1


def picked(answer: str, options: Sequence[Thing]) -> list[Thing]:
    """Return which of some options an answer means: by its place among them, or by its words."""
    place = ordinal(answer)
    if place is not None:
        return [options[place]] if place < len(options) and place >= -1 else []
    same = [one for one in options if _plain(one.title) == _plain(answer)]
    return same or meant(Reference(answer), options) or named_in(answer, options)


def near(words: str, things: Sequence[Thing]) -> list[Thing]:
    """Return the few things whose titles come closest to words that fit none."""
    wanted = significant_words(words)
    sharing = [one for one in things if wanted & significant_words(one.title)]
    titles = {_plain(one.title): one for one in things}
    alike = [titles[title] for title in get_close_matches(_plain(words), titles, n=_NEAR, cutoff=0.5)]
    return list({one.id: one for one in (*sharing, *alike)}.values())[:_NEAR]


def parts_of(words: str) -> Iterator[str]:
    """Yield the names in words that list several."""
    return (one for one in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:the\s+)?", words) if one.strip())


def _is_near(wanted: str, text: str) -> bool:
    """Return whether all telling words of one text stand in another, misspelt or not."""
    there = _telling(text)
    return all(any(_is_alike(word, one) for one in there) for word in _telling(wanted))


def _telling(text: str) -> list[str]:
    """Return the telling words of a text as they are written."""
    return [word for word in re.findall(r"\w+", text.casefold()) if significant_words(word)]


def _is_alike(word: str, other: str) -> bool:
    if significant_words(word) == significant_words(other):
        return True
    if min(len(word), len(other)) < _LEAST or word[0] != other[0] or word.isdigit() or other.isdigit():
        return False
    return _distance(word, other) <= (1 if min(len(word), len(other)) < 8 else 2)


def _distance(word: str, other: str) -> int:
    """Return how many letters have to be changed, added, left out or swapped with their neighbours."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        earlier, before, row = before, row, [i]
        for j, there in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == there:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]


def _plain(text: str) -> str:
    return folded(text).strip(" .!?\"'")
