"""The part of a passage that matched, as plain text, never markup."""

from collections.abc import Collection, Hashable, Sequence

from omniforge.projects.search.words import placed_stems

_WIDTH = 240  # characters
_LEAD = 40  # of them before the first word


def snippet(text: str, wanted: Collection[str]) -> str:
    """Return, on one line, the part of `text` with most of the `wanted` stems, or its beginning."""
    return excerpt_around(text, [(place, stem) for place, stem in placed_stems(text) if stem in wanted])


def excerpt_around(text: str, places: Sequence[tuple[int, Hashable]]) -> str:
    """Return the part of `text` with the most distinct words, given the positions of each."""

    def company(start: int) -> int:
        return len({word for place, word in places if start <= place < start + _WIDTH - _LEAD})

    start = max(0, max((place for place, _ in places), key=company, default=0) - _LEAD)
    if start:
        start = text.find(" ", start, start + _LEAD) + 1 or start
    line = " ".join(text[start : start + _WIDTH].split())
    return f"{'…' if start else ''}{line}{'…' if start + _WIDTH < len(text) else ''}"
