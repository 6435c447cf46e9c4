"""Reads the words, phrases and patterns of `data/`, each file once."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "data"
_PIECE = re.compile(r"\{([a-z]\w*)\}")


@cache
def data_of(file: str) -> dict[str, Any]:
    """Return the tables of a file, named without its ending."""
    return tomllib.loads((_FOLDER / f"{file}.toml").read_text(encoding="utf-8"))


@cache
def words_of(file: str, name: str) -> frozenset[str]:
    """Return a list of the file's table `words`."""
    return frozenset(data_of(file)["words"][name].split())


def any_of(file: str, table: str, name: str) -> str:
    """Return the phrases of a table, parted by bars, as alternatives of a pattern; the longest first."""
    return alternatives(one.strip() for one in data_of(file)[table][name].split("|"))


def alternatives(phrases: Iterable[str]) -> str:
    """Return phrases as alternatives of a pattern, the longest first."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


def pattern(file: str, name: str, *, flags: re.RegexFlag = re.IGNORECASE, **given: str) -> re.Pattern[str]:
    """Return a pattern of `data/patterns/`; `given` are the pieces that its file names and does not have."""
    return re.compile(piece(file, name, **given), flags)


def piece(file: str, name: str, **given: str) -> str:
    """Return the text of a pattern, with others of its file where it names them in braces.

    It may be broken into lines anywhere: they are put together as they are.
    """
    text = "".join(data_of(f"patterns/{file}")[name].splitlines())
    return _PIECE.sub(lambda found: given.get(found[1]) or piece(file, found[1], **given), text)
