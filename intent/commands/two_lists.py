"""Two lists that a message writes out, and what is asked of them: 'A: Ann, Bo. B: Bo. Who is in both?'"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from intent.data_files import any_of, words_of
from intent.slots.text import fold

_LONGEST = 4000  # characters of such a message
_PARTS = re.compile(r"\n+|;\s+|\.\s+(?=\D)")
_LIST = re.compile(r"(?P<label>[^:,]{1,40}):\s*(?P<items>[^:]+)")
_FIGURE = re.compile(r"(?P<name>.*?\S)\s+(?P<number>\d[\d,]*(?:\.\d+)?)")
_COUNTED = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)\s+(?P<name>\S.*)")
_FEWEST = 2  # items of a list
_KINDS = ("both", "only", "without", "changed")
Item = tuple[str, Decimal | None]


@dataclass(frozen=True, slots=True)
class TwoLists:
    """Two lists with their labels. `asks` is both, changed, up, down, or without: what the second lacks."""

    labels: tuple[str, str]
    first: tuple[Item, ...]
    second: tuple[Item, ...]
    asks: str


def two_lists(message: str, said: str = "") -> TwoLists | None:
    """Return the two lists of a message that asks how they differ, or None unless all of it is that.

    A message without lists goes on with those of the one that was `said` before it.
    """
    parts = _parts(message)
    lists = _lists(parts[:-1] if len(parts) > 1 else _parts(said)[:-1])
    if len(lists) != 2 or min(len(items) for _, items in lists) < _FEWEST:
        return None
    (first, one), (second, other) = lists
    asks, lacks = _asked(fold(parts[-1]), (first, second))
    if lacks == first and asks == "without":
        first, second, one, other = second, first, other, one
    return TwoLists((first, second), one, other, asks) if asks else None


def is_older(name: str, said: str) -> bool:
    """Return whether a list is the earlier one, by its name or what is said of it: 'this is last month's'."""
    words = {*re.findall(r"[^\W_]+", fold(f"{name} {said}"))}
    return bool(words & words_of("two_lists", "old"))


def _parts(message: str) -> list[str]:
    parts = _PARTS.split(message.strip()) if len(message) <= _LONGEST else []
    return [one.strip() for one in parts if one.strip()]


def _lists(parts: Sequence[str]) -> list[tuple[str, tuple[Item, ...]]]:
    """Return lists with their labels, none if a part is no list."""
    found = [_LIST.fullmatch(one) for one in parts]
    return [(one["label"].strip(), _items(one["items"])) for one in found if one] if all(found) else []


def _items(text: str) -> tuple[Item, ...]:
    return tuple(_item(one.strip(" .")) for one in re.split(r",(?!\d{3}\b)", text) if one.strip(" ."))


def _item(text: str) -> Item:
    found = _FIGURE.fullmatch(text) or _COUNTED.fullmatch(text)
    return (found["name"], Decimal(found["number"].replace(",", ""))) if found else (text, None)


def _asked(question: str, labels: tuple[str, str]) -> tuple[str, str]:
    """Return what is asked, and of 'in A but not in B' the label of the list that lacks something."""
    for kind in _KINDS:
        found = re.search(rf"\b(?:{any_of('two_lists', 'asks', kind)})\b", question)
        if found and kind in ("both", "changed"):
            return kind, ""
        named = _named(question[found.end() :], labels) if found else ""
        if named:
            return "without", named if kind == "without" else next(one for one in labels if one != named)
    return "", ""


def _named(said: str, labels: Sequence[str]) -> str:
    """Return the one label of which words alone of it stand in a text."""
    words = {label: {*re.findall(r"\w+", fold(label))} for label in labels}
    own = {label: words[label] - set.intersection(*words.values()) for label in labels}
    own = {label: one - words_of("two_lists", "unnamed") or one for label, one in own.items()}
    found = [label for label in labels if own[label] & {*re.findall(r"\w+", said)}]
    return found[0] if len(found) == 1 else ""
