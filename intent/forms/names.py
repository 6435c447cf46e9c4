"""Reads an agent's name from a request: 'an agent called till-check that …'."""

import re
from functools import partial

from intent.data_files import pattern
from intent.slots.systems import find_systems

_pattern = partial(pattern, "naming")

_HEADS = "agent|bot|assistant|helper|automation|workflow|watcher|robot|one|skill|agenten|agente|it"
_BEHIND = "|".join(rf"(?<=\b{head})" for head in _HEADS.split("|"))
NAMED = _pattern("named", behind=_BEHIND)
_ALONE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_NAMES_IT = _pattern("names_it")
_OTHER = _pattern("other_agent")
_BESIDE = (_pattern("beside_first"), _pattern("beside_last"))


def names_it(text: str) -> bool:
    """Return whether a text only gives a new agent's name."""
    return bool(_NAMES_IT.match(text))


def name_alone(text: str) -> str:
    """Return a text that is just a name in the style of agents: 'till-check'."""
    return text.strip(" .!") if _ALONE.fullmatch(text.strip(" .!")) else ""


def names_other(text: str) -> bool:
    """Return whether a text changes another agent: 'and till-check on the same day'."""
    return bool(_OTHER.match(text.strip()))


def name_beside(text: str) -> tuple[str, str]:
    """Return a new name and the rest of the text. No name if it gives none, or there is no rest."""
    said = text.strip()
    found = next(filter(None, (one.match(said) for one in _BESIDE)), None)
    if found is None or find_systems(found["name"]):
        return "", text
    return found["name"], found["rest"]
