"""Byte pair encoding of words that are no tokens by themselves (Sennrich et al. 2016, section 3.2)."""

import heapq
from collections.abc import Callable

Rank = Callable[[bytes], int | None]


def count_merged(word: bytes, rank: Rank) -> int:
    """Return how many parts are left after merging, again and again, the pair of the lowest rank.

    `rank` gives a token's rank, None for what is no token. Takes time n log n in the word's length.
    """
    size = len(word)
    end = list(range(1, size + 1))  # of the part that starts here
    before = list(range(-1, size - 1))  # where the part before this one starts
    is_part = [True] * size
    pairs: list[tuple[int, int, int]] = []  # rank, start, end; some are out of date

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
