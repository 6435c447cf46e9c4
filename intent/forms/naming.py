"""Reads what an agent is to be called out of a request: 'an agent called till-check that …'."""

import re
from functools import partial

from intent.data_files import pattern

_pattern = partial(pattern, "naming")

_HEADS = "agent|bot|assistant|helper|automation|workflow|watcher|robot|one|skill|agenten|agente|it"
_BEHIND = "|".join(rf"(?<=\b{head})" for head in _HEADS.split("|"))
NAMED = _pattern("named", behind=_BEHIND)
_ALONE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_NAMES_IT = _pattern("names_it")


def names_it(text: str) -> bool:
    """Return whether a text says what a new agent is to be called, and no more."""
    return bool(_NAMES_IT.match(text))


def name_alone(text: str) -> str:
    """Return a text that is nothing but a name as agents have it: 'till-check'."""
    return text.strip(" .!") if _ALONE.fullmatch(text.strip(" .!")) else ""
