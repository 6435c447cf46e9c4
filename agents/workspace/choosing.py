"""Which of several things a name means, and what to say where that is none of them, or more than one."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from agents.tools.tool import ToolFailed
from agents.workspace.naming import folded, is_named_in
from agents.workspace.paths import ends_with

_TOLD = 12  # names in a message


class Named(NamedTuple):
    """Something that a name may mean. `path` is its title; of a document where it stands in its project."""

    kind: str
    id: UUID
    title: str
    path: str


def fitting(name: str, known: Iterable[Named]) -> Sequence[Named]:
    """Return what the name means: by title or path, else by its words, else by a title among its words."""
    known = tuple(known)
    for fits in (_is_called, _is_part, _is_within):
        if found := [one for one in known if fits(name, one)]:
            return found
    return ()


def only_one(name: str, known: Sequence[Named], what: str) -> Named:
    """Return the one that the name means; without a name the only one that there is.

    Raises ToolFailed, naming those that fit, or those that there are.
    """
    found = fitting(name, known) if name else known
    if len(found) == 1:
        return found[0]
    if not found:
        lead = f"There is no {what} '{name}' here." if name else f"There is no {what} here."
        raise ToolFailed(f"{lead} {_those_that_are(known)}", outside=bool(known))
    lead = f"'{name}' fits {len(found)} of them" if name else f"Say which {what}"
    raise ToolFailed(f"{lead}: {_told(found, _with_id)}. Give the id of the one that is meant.", outside=True)


def _is_called(name: str, one: Named) -> bool:
    return folded(name) == folded(one.title) or ends_with(one.path, name)


def _is_part(name: str, one: Named) -> bool:
    return is_named_in(name, one.title)


def _is_within(name: str, one: Named) -> bool:
    return is_named_in(one.title, name)


def _those_that_are(known: Sequence[Named]) -> str:
    return f"Those that are: {_told(known, _by_title)}." if known else "There are none yet."


def _by_title(one: Named) -> str:
    return f"'{one.title}'"


def _with_id(one: Named) -> str:
    return f"'{one.path}' ({one.kind}, id {one.id})"


def _told(known: Sequence[Named], words: Callable[[Named], str]) -> str:
    rest = f" and {len(known) - _TOLD:,} more" if len(known) > _TOLD else ""
    return ", ".join(words(one) for one in known[:_TOLD]) + rest
