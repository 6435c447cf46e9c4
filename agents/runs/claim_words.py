"""Which evidence has the words of a claim, and the part of a long one that has most of them."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from math import log

_SHORT = 2  # letters of words that any text has
_MEANT = 2 / 3  # of the words of a title
_FAINT = 0.1  # weight of a word in a result, beside those in what was done
CUT = "… (cut)"


@dataclass(frozen=True, slots=True)
class Sought:
    """The words that evidence is sought for: of what is claimed, of the message, and of the whole answer."""

    claimed: Set[str]
    asked: Set[str]
    answered: Set[str] = frozenset()

    def named(self, titles: Iterable[Set[str]]) -> int:
        """Return 2 if the claim or the message has most words of one of these titles, 1 if the answer has."""
        said = self.claimed | self.asked
        levels = (2 * _has(said, one) or int(_has(said | self.answered, one)) for one in titles)
        return max(levels, default=0)

    def scores(self, heads: Sequence[Set[str]], results: Sequence[str]) -> list[float]:
        """Return how well each deed fits, by the words of its head, or else by its result.

        A word of the claim counts twice, and one that few heads have counts more than one that many have.
        """
        sought, numbers = self.claimed | self.asked | self.answered, Counter(chain.from_iterable(heads))
        known = [word for word in sought if word in numbers and len(word) > _SHORT]
        weights = {word: log(1 + len(heads) / numbers[word]) for word in known}
        weights |= {word: 2 * weights[word] for word in self.claimed if word in weights}
        return [
            sum(weights[word] for word in head if word in weights) or _FAINT * share(self.claimed, result)
            for head, result in zip(heads, results, strict=True)
        ]


def _has(said: Set[str], title: Set[str]) -> bool:
    """Return whether enough words of a title are said to mean it: all of two, or two of three."""
    return bool(title) and len(title & said) >= _MEANT * len(title)


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
