"""Which evidence has the words of a claim, and the part of a long one that has most of them."""

from collections.abc import Set

_SHORT = 2  # letters of words that any text has
CUT = "… (cut)"


def share(claimed: Set[str], text: str) -> int:
    """Return how many claimed words a text has. Stemming each of its words would take too long."""
    said = text.casefold()
    return sum(len(word) > _SHORT and word in said for word in claimed)


def near(text: str, claimed: Set[str], room: int) -> str:
    """Return the part of a text in which the most claimed words stand close together, marked if it is cut."""
    starts = range(0, max(len(text) - room // 2, 1), max(room // 2, 1))
    parts = [text[start : start + room] for start in starts]
    best = max(parts, key=lambda part: share(claimed, part))
    return best if best == text else f"… {best} {CUT}"
