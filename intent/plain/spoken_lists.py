"""Rewrites a list that is counted aloud: 'three new tasks. one, ring Ann. two, oil the hinge'."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from intent.commands.catalogue import verbs
from intent.commands.layout import sentence_end
from intent.commands.readers.things.references import WORK
from intent.commands.words import as_words, key_of
from intent.data_files import data_of, pattern

_LONGEST = 1_500  # characters of a spoken message
_LINK = re.compile(r"[\s,;.–—-]*(?:\b(?:and|und|y)\b)?[\s,;.–—-]*$")
_NO_LIST = ("project", "document", "folder", "thing")
_SUBJECTS = frozenset(("we", "i", "you", "they"))
_Rows = Sequence[str]


class _Mark(NamedTuple):
    """The span of a counting word, with its marks."""

    start: int
    end: int


def write_out_list(message: str, plain: Callable[[str], str]) -> str:
    """Return a message with the list that it counts aloud on separate lines, below its announcement.

    Each item is passed through `plain`. Any other message is unchanged.
    """
    marks = _marks(message) if "\n" not in message and len(message) <= _LONGEST else ()
    if not marks:
        return message
    last = sentence_end(message, marks[-1].end)
    last += message[last : last + 1] == "?"
    ends = [*(one.start for one in marks[1:]), last]
    rows = [plain(_LINK.sub("", message[one.end : end])) for one, end in zip(marks, ends, strict=True)]
    lead = _lead(_LINK.sub("", message[: marks[0].start]).rstrip(" :"), rows) if all(rows) else None
    if lead is None:
        return message
    rest = message[last:].strip(" .;")
    return f"{lead}{_written(rows)}" + (f"\n\n{rest}" if rest else "")


def _written(rows: _Rows) -> str:
    """Return items on numbered lines, questions without numbers, because answers quote them."""
    if all(row.endswith("?") for row in rows):
        return " ".join(rows)
    return "\n".join(f"{place}. {row}" for place, row in enumerate(rows, 1))


def _lead(head: str, rows: _Rows) -> str | None:
    """Return the line above the items: an order to add them, or '' if each is a request itself; None if the
    counted items aren't requests.
    """
    said = [one for one in as_words(head) if one[0].isalnum()]
    found = _ANNOUNCES.fullmatch(" ".join(said))
    if found and (kind := _kind(found["what"])):
        return f"add these {kind}s:\n"
    if found and found["what"] in data_of("spoken_lists")["things"].split("|"):
        return "add these tasks:\n" if _is_for_list(found["tail"]) else ""
    if any(map(_kind, said)) and _orders(said):
        return f"{head}:\n"
    return "" if not said and _orders(as_words(rows[0])[:1]) else None


def _is_for_list(tail: str) -> bool:
    """Return whether words after 'three things' say that they should be added: 'for the list'."""
    return any(one in tail for one in data_of("spoken_lists")["noted"].split("|"))


def _kind(word: str) -> str:
    kind = key_of("kind", word)
    return kind if kind in (*WORK, "event") and kind not in _NO_LIST else ""


def _orders(words: Sequence[str]) -> bool:
    return any(one in verbs() - _SUBJECTS for one in words[:4])


def _marks(message: str) -> Sequence[_Mark]:
    """Return the counting words of a message, from 'one' on. Empty unless it counts at least to two."""
    for shape, words in _ways():
        found = tuple(_counted(shape.finditer(message), words))
        if len(found) > 1:
            return found
    return ()


def _counted(found: Iterator[re.Match[str]], words: Sequence[str]) -> Iterator[_Mark]:
    """Yield consecutive counting words, from 'one' on. 'lastly' counts after at least one of them."""
    number = 0
    for one in found:
        said = one["said"].lower()
        if (words[number : number + 1] == [said]) or (number and said not in words):
            number += 1
            yield _Mark(one.start(), one.end())


@cache
def _ways() -> Sequence[tuple[re.Pattern[str], Sequence[str]]]:
    """Return the ways of counting: a pattern for their words, and the words in order."""
    data = data_of("spoken_lists")
    rows = [(shape, row) for shape in ("adverbs", "spoken", "closed", "bare") for row in data[shape]]
    return [(_finds(shape, row), row.replace("_", " ").split("|")) for shape, row in rows]


def _finds(shape: str, row: str) -> re.Pattern[str]:
    counts = row if shape in ("closed", "bare") else f"{row}|{data_of('spoken_lists')['last']}"
    return pattern("spoken_lists", shape, counts=counts)


_ANNOUNCES = pattern("spoken_lists", "announces")
