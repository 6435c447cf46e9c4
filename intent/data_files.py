"""Reads the words, phrases and patterns of `data/`. Each file is read once."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "data"
_MEANS = "_means"
_PIECE = re.compile(r"\{([a-z]\w*)\}")


@cache
def data_of(file: str) -> dict[str, Any]:
    """Return the tables of a file, named without its extension."""
    return tomllib.loads((_FOLDER / f"{file}.toml").read_text(encoding="utf-8"))


@cache
def words_of(file: str, name: str) -> frozenset[str]:
    """Return a list of the file's table `words`."""
    return frozenset(data_of(file)["words"][name].split())


def any_of(file: str, table: str, name: str) -> str:
    """Return a table's bar-separated phrases as regex alternatives, longest first."""
    return alternatives(one.strip() for one in data_of(file)[table][name].split("|"))


def alternatives(phrases: Iterable[str]) -> str:
    """Return phrases as regex alternatives, longest first."""
    return "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))


def pattern(file: str, name: str, *, flags: re.RegexFlag = re.IGNORECASE, **given: str) -> re.Pattern[str]:
    """Return a pattern of `data/patterns/`. `given` supplies the pieces that the file leaves undefined."""
    return re.compile(piece(file, name, **given), flags)


def piece(file: str, name: str, **given: str) -> str:
    """Return a pattern's text, with the pieces of its file that it names in braces filled in.

    The text may be broken into lines anywhere. They are joined without a separator.
    """
    text = "".join(data_of(f"patterns/{file}")[name].splitlines())
    return _PIECE.sub(lambda found: given.get(found[1]) or piece(file, found[1], **given), text)


def meanings(file: str) -> dict[str, str]:
    """Return by a pattern's name, 'handed', what it means in plain words: the piece 'handed_means'."""
    ends = [one for one in data_of(f"patterns/{file}") if one.endswith(_MEANS)]
    return {one.removesuffix(_MEANS): piece(file, one) for one in ends}
