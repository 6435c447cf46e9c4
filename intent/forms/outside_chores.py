"""Reads a chore in German or Spanish, followed by the wish that somebody take it over."""

from functools import partial

from intent.data_files import pattern
from intent.slots.systems import outside_systems

_pattern = partial(pattern, "chores_abroad")

_TAKEN = _pattern("taken")
_WORK = (
    _pattern("damit"),
    _pattern("muss"),
    _pattern("gasto"),
    _pattern("tengo_que"),
)


def find_outside_chore(message: str) -> str:
    """Return an order for an agent with the chore, empty if there is none about a system."""
    taken = _TAKEN.fullmatch(" ".join(message.split()))
    found = next(filter(None, (one.fullmatch(taken["told"]) for one in _WORK)), None) if taken else None
    if not found:
        return ""
    said = found.groupdict()
    work = f"{said['what']} {said['verb']}" if "what" in said else said["rest"]
    work = f"{said['gerund']}ar {work}" if "gerund" in said else work
    return f"create an agent to {work}" if outside_systems(work) else ""
