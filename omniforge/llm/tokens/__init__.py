"""Counting tokens, without a network.

Counts are exact for OpenAI's `o200k_base`, and a close estimate for other models. OpenAI's own library
holds the vocabulary three times in memory, 45 MB. Here it is a memory-mapped file (`table.py`).
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import regex

from omniforge.llm.tokens.byte_pairs import count_merged
from omniforge.llm.tokens.table import load_table

_PATTERN = Path(__file__).parent / "o200k_base" / "pattern.txt"
_SLICE = 10_000  # characters: the longest message is one slice
_LONGEST_PIECE = 256  # characters; only runs of one character are longer


def count(text: str) -> int:
    """Return how many tokens `text` is for today's OpenAI models.

    Long texts and words are counted in slices, for speed. Each boundary adds at most one token of error.
    """
    return sum(map(_count_slice, _slices(text, _SLICE)))


def _slices(text: str, size: int) -> Iterator[str]:
    return (text[start : start + size] for start in range(0, len(text), size))


@lru_cache(256)
def _count_slice(text: str) -> int:
    # Cached, because the same preferences, states and messages are counted in each turn.
    return sum(map(_count_piece, _pattern().findall(text)))


@lru_cache(8_192)
def _count_piece(piece: str) -> int:
    """Count a word, number or run of punctuation. No token spans two of them."""
    if len(piece) > _LONGEST_PIECE:
        return sum(map(_count_piece, _slices(piece, _LONGEST_PIECE)))
    token = piece.encode("utf-8", "surrogatepass")
    rank = load_table().rank
    return 1 if rank(token) is not None else count_merged(token, rank)


@cache
def _pattern() -> "regex.Pattern[str]":
    return regex.compile(_PATTERN.read_text())
