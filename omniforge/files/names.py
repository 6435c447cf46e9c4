"""File names that are safe to show, store and download."""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

LONGEST_NAME = 120  # characters
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")  # including those that reverse the writing direction


def clean_name(name: str, *, suffix: str = "") -> str:
    """Return `name` without path and invisible characters, at most 120 characters long.

    A `suffix` like '.csv' replaces any common extension.
    """
    last = re.split(r"[/\\]", name)[-1]
    seen = "".join(" " if char.isspace() else char for char in last if _is_seen(char))
    words = " ".join(unicodedata.normalize("NFC", seen).split()).strip(". ")
    end = suffix or PurePosixPath(words).suffix[:12]
    stem = words.removesuffix(PurePosixPath(words).suffix) or "file"
    return f"{stem[: LONGEST_NAME - len(end)].rstrip('. ')}{end}"


def unused_name(name: str, format: str, taken: Iterable[str]) -> str:
    """Return `name`, or `name` with the lowest free number from 2 if it is taken."""
    called = {one.casefold() for one in taken}
    free, number = name, 1
    while f"{free}.{format}".casefold() in called:
        number += 1
        free = f"{name} {number}"
    return free


def _is_seen(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in _HIDDEN
