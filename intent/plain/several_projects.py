"""Rewrites a wish for several projects as one order for each: “two projects: the barn and the yard”."""

from collections.abc import Sequence

from intent.data_files import pattern
from intent.slots.numbers import read_number

_LONGEST, _NAME = 400, 8  # characters of such a message, words of a name
_FEWEST = 2
_COUNTED, _FIRST, _FURTHER = (pattern("several_projects", one) for one in ("counted", "first", "further"))
_JOINT, _TOLD, _NO_NAME, _ONE = (
    pattern("several_projects", one) for one in ("joint", "told", "no_name", "one")
)
_ORDER = "create a project {}"


def write_each_project(message: str) -> str:
    """Return a wish for several projects as an order for each, any other message unchanged."""
    if len(message) > _LONGEST:
        return message
    names, told = _counted(message) or _further(message), _TOLD.search(message.strip(" .!"))
    if any(len(one.split()) > _NAME or _NO_NAME.match(one) for one in names):
        return message
    rest = [told["told"]] if told and told["told"] not in " ".join(names) else []
    return ". ".join((*(_ORDER.format(one) for one in names), *rest)) if names else message


def _counted(message: str) -> Sequence[str]:
    """Return the names behind 'two projects: …', if they are so many."""
    found = _COUNTED.match(message.strip())
    names = [one.strip(" \"'“”") for one in _JOINT.split(found["names"])] if found else []
    number = read_number(found["number"]) if found else None
    fits = len(names) >= _FEWEST and all(names) and (number is None or number.value == len(names))
    return [_ONE.sub("", one) if _ONE.match(one) else f"called “{one}”" for one in names] if fits else ()


def _further(message: str) -> Sequence[str]:
    """Return the names in 'a project called Barn, and another one for the yard', each with its lead."""
    found = _FIRST.match(message.strip())
    names = _FURTHER.split(found["names"]) if found else []
    return [_TOLD.sub("", one) for one in names] if len(names) >= _FEWEST else ()
