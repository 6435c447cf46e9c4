"""Byte pair encoding of words that aren't single tokens (Sennrich et al. 2016, section 3.2)."""

import heapq
from collections.abc import Callable

Rank = Callable[[bytes], int | None]


def count_merged(word: bytes, rank: Rank) -> int:
    """Return the number of parts after repeatedly merging the pair of the lowest rank.

    `rank` returns a token's rank, or None. Takes O(n log n) time in the word's length.
    """
    size = len(word)
    end = list(range(1, size + 1))  # of the part that starts here
    before = list(range(-1, size - 1))  # start of the previous part
    is_part = [True] * size
    pairs: list[tuple[int, int, int]] = []  # rank, start, end; some are stale

    def offer(start: int, stop: int) -> None:
        if (found := rank(word[start:stop])) is not None:
            heapq.heappush(pairs, (found, start, stop))

    for start in range(size - 1):
        offer(start, start + 2)
    parts = size
    while pairs:
        _, start, stop = heapq.heappop(pairs)
        middle = end[start]
        if not is_part[start] or middle == size or end[middle] != stop:
            continue
        is_part[middle], end[start], parts = False, stop, parts - 1
        if stop < size:
            before[stop] = start
            offer(start, end[stop])
        if start:
            offer(before[start], stop)
    return parts
