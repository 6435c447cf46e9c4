"""The tree of a project's documents, as pure functions over {version, root: [{id, order, children}]}.

Every function returns a new tree. Nodes of a list are in order, numbered from 0. Source: seed
003, section 9.1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson
from django.utils.translation import gettext

from omniforge.errors import InvalidInput, NotFound

Structure = dict[str, Any]
Node = dict[str, Any]
DEEPEST = 20  # levels


@dataclass(frozen=True, slots=True)
class Place:
    """A document's place: its parent (None: at the top), its position, and its children."""

    parent: UUID | None
    position: int
    children: tuple[UUID, ...] = ()


def walk(structure: Structure) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Yield each node with the ids of its ancestors, in reading order."""
    waiting: list[tuple[Node, tuple[str, ...]]] = [(node, ()) for node in reversed(structure["root"])]
    while waiting:
        node, above = waiting.pop()
        yield node, above
        if not node["children"]:
            continue
        below = (*above, node["id"])
        waiting.extend((child, below) for child in reversed(node["children"]))


def ids(structure: Structure) -> list[UUID]:
    """Return the ids of all documents in reading order."""
    return [UUID(node["id"]) for node, _ in walk(structure)]


def path_of(structure: Structure, document: UUID) -> tuple[UUID, ...]:
    """Return the ids from the top down to a document, inclusive. Raises NotFound."""
    wanted = str(document)
    for node, above in walk(structure):
        if node["id"] == wanted:
            return (*map(UUID, above), document)
    raise NotFound()


def place_of(structure: Structure, document: UUID) -> Place:
    """Return a document's place. Raises NotFound."""
    path = path_of(structure, document)
    parent = path[-2] if len(path) > 1 else None
    children = tuple(UUID(child["id"]) for child in _children(structure, document))
    return Place(parent, _position(_children(structure, parent), document), children)


def insert(structure: Structure, document: UUID, parent: UUID | None, position: int | None) -> Structure:
    """Insert a document below `parent` at `position`, by default last. Raises NotFound, InvalidInput."""
    node = {"id": str(document), "order": 0, "children": []}
    return _put(_copy(structure), node, parent, position)


def graft(structure: Structure, nodes: Iterable[Node], parent: UUID | None) -> Structure:
    """Append whole branches below `parent`, in order. Raises NotFound, InvalidInput."""
    changed = _copy(structure)
    for node in nodes:
        changed = _put(changed, node, parent, None)
    return changed


def remove(structure: Structure, document: UUID) -> Structure:
    """Remove a document. Its children take its place. Raises NotFound."""
    place, changed = place_of(structure, document), _copy(structure)
    siblings = _children(changed, place.parent)
    siblings[place.position : place.position + 1] = siblings[place.position]["children"]
    _number(siblings)
    return changed


def move(structure: Structure, document: UUID, parent: UUID | None, position: int | None) -> Structure:
    """Move a document and its subtree. Raises NotFound, and InvalidInput if the target is in the subtree."""
    if parent and document in path_of(structure, parent):
        raise InvalidInput(gettext("A document cannot be moved below itself. Choose another place."))
    place, changed = place_of(structure, document), _copy(structure)
    siblings = _children(changed, place.parent)
    node = siblings.pop(place.position)
    _number(siblings)
    return _put(changed, node, parent, position)


def patch_between(before: Structure, after: Structure) -> list[dict[str, Any]]:
    """Return the RFC 6902 operations from one tree to another, without unchanged branches."""
    return list(_differences("/root", before["root"], after["root"]))


def _differences(path: str, before: Sequence[Node], after: Sequence[Node]) -> Iterator[dict[str, Any]]:
    stay = _staying([node["id"] for node in before], [node["id"] for node in after])
    if not stay:
        yield {"op": "replace", "path": path, "value": after}
        return
    for place in reversed(range(len(before))):
        if before[place]["id"] not in stay:
            yield {"op": "remove", "path": f"{path}/{place}"}
    former = {node["id"]: node for node in before}
    for place, node in enumerate(after):
        if node["id"] in stay:
            yield from _changes_of(f"{path}/{place}", former[node["id"]], node)
        else:
            yield {"op": "add", "path": f"{path}/{place}", "value": node}


def _changes_of(path: str, before: Node, after: Node) -> Iterator[dict[str, Any]]:
    if before["order"] != after["order"]:
        yield {"op": "replace", "path": f"{path}/order", "value": after["order"]}
    if before["children"] != after["children"]:
        yield from _differences(f"{path}/children", before["children"], after["children"])


def _staying(before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Return the nodes that keep their order in a list: all except a moved one."""
    common = set(before) & set(after)
    was, now = ([one for one in ids if one in common] for ids in (before, after))
    if was == now:
        return common
    place = next(place for place, (old, new) in enumerate(zip(was, now, strict=True)) if old != new)
    for moved in (was[place], now[place]):
        if [one for one in was if one != moved] == [one for one in now if one != moved]:
            return common - {moved}
    return set()


def _put(structure: Structure, node: Node, parent: UUID | None, position: int | None) -> Structure:
    above = len(path_of(structure, parent)) if parent else 0
    if above + _height(node) > DEEPEST:
        raise InvalidInput(
            gettext("A tree has at most {most} levels. Choose a place further up.").format(most=DEEPEST)
        )
    siblings = _children(structure, parent)
    siblings.insert(len(siblings) if position is None else max(position, 0), node)
    _number(siblings)
    return structure


def _children(structure: Structure, parent: UUID | None) -> list[Node]:
    if parent is None:
        return structure["root"]  # type: ignore[no-any-return]
    wanted = str(parent)
    for node, _ in walk(structure):
        if node["id"] == wanted:
            return node["children"]  # type: ignore[no-any-return]
    raise NotFound(gettext("The document above it is not there. Choose another place."))


def _position(siblings: Sequence[Node], document: UUID) -> int:
    wanted = str(document)
    return next(place for place, node in enumerate(siblings) if node["id"] == wanted)


def _number(siblings: Sequence[Node]) -> None:
    for order, node in enumerate(siblings):
        node["order"] = order


def _height(node: Node) -> int:
    return 1 + max((_height(child) for child in node["children"]), default=0)


def _copy(structure: Structure) -> Structure:
    return orjson.loads(orjson.dumps(structure))  # type: ignore[no-any-return]
