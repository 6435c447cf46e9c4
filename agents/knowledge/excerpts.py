"""Sentences shown within their passages: what answers a question often stands beside the closest one."""

from collections.abc import Collection, Iterable
from itertools import accumulate

from agents.knowledge.candidates import Candidate
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of
from omniforge.tables.markdown import plain

_FIRST, _OTHER = 300, 200  # characters of the neighbours that are shown with the first one, with another


def excerpts_of(candidates: Iterable[Candidate], most: int) -> tuple[str, ...]:
    """Return at most so many sentences in bold, each between its neighbours and with its place.

    What an excerpt above has isn't shown again.
    """
    shown: list[str] = []
    for one in candidates:
        said = "\n".join(shown)
        if len(shown) < most and plain(one.text) not in said:
            shown.append(_excerpt(one, _OTHER if shown else _FIRST, said))
    return tuple(shown)


def _excerpt(one: Candidate, width: int, said: str) -> str:
    """Return one sentence between neighbours that aren't `said` above, as many as fit."""
    sentences = [] if "|" in one.hit.text else sentences_of(one.hit.text)
    at = sentences.index(one.text) if one.text in sentences else 0
    others = {
        place: plain(text)
        for place, text in enumerate(sentences)
        if text not in one.quote and plain(text) not in said
    }
    near = _within(width, others, at)
    before = "".join(f"{others[place]} " for place in near if place < at)
    after = "".join(f" {others[place]}" for place in near if place > at)
    return f"{before}**{plain(one.quote)}**{after} ({plain(place_of(one.hit))})"


def _within(width: int, others: dict[int, str], at: int) -> Collection[int]:
    """Return the places nearest to `at`, those behind it first, whose sentences fit, in order."""
    nearest = sorted(others, key=lambda place: (abs(place - at), place < at))
    lengths = accumulate(len(others[place]) for place in nearest)
    return sorted(place for place, length in zip(nearest, lengths, strict=True) if length <= width)


def place_of(hit: Hit) -> str:
    """Return a document's title with the section."""
    return f"{hit.title} › {hit.heading}" if hit.heading and hit.heading != hit.title else hit.title


def place_in_bold(hit: Hit) -> str:
    """Return the same with the title in bold."""
    section = f" › {plain(hit.heading)}" if hit.heading and hit.heading != hit.title else ""
    return f"**{plain(hit.title)}**{section}"
