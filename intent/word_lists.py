"""The word lists of `data/word_lists.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "data" / "word_lists.toml"


def words(name: str) -> frozenset[str]:
    """Return a list of words."""
    return frozenset(_lexicon()[name].split())


def roles() -> dict[str, str]:
    """Return what an agent is called, by the verb of its purpose: 'monitor' for one that watches."""
    return {verb: role for role, verbs in _lexicon()["roles"].items() for verb in verbs.split()}


@cache
def _lexicon() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
