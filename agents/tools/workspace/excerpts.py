"""What of a text is shown once something was written in it."""

from collections.abc import Sequence
from itertools import takewhile

_BESIDE = 2  # lines before what was written, and after it
_SHOWN = 6  # lines of what was written
_LINE = 100  # characters


def lines_around(before: str, after: str) -> str | None:
    """Return the lines that have come anew, or the place of those that went, with some beside them."""
    old, new = before.splitlines(), after.splitlines()
    if old == new:
        return None
    start = _alike(old, new)
    same = min(_alike(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    end = len(new) - same
    shown = [*new[max(0, start - _BESIDE) : start], *_cut(new[start:end]), *new[end : end + _BESIDE]]
    return "\n".join(line if len(line) <= _LINE else f"{line[:_LINE]}…" for line in shown)


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines are the same from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _cut(lines: Sequence[str]) -> Sequence[str]:
    half = _SHOWN // 2
    return lines if len(lines) <= _SHOWN else [*lines[:half], "…", *lines[-half:]]
