"""Reads the word lists and phrases of `data/*.toml`, each file once."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "data"


@cache
def data_of(file: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a file, named without its ending."""
    return tomllib.loads((_FOLDER / f"{file}.toml").read_text(encoding="utf-8"))


@cache
def words_of(file: str, name: str) -> frozenset[str]:
    """Return a list of the file's table `words`."""
    return frozenset(data_of(file)["words"][name].split())


def any_of(file: str, table: str, name: str) -> str:
    """Return the phrases of a table, parted by bars, as alternatives of a pattern; the longest first."""
    forms = (one.strip() for one in data_of(file)[table][name].split("|"))
    return "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
