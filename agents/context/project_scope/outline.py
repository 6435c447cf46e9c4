"""A project's tree as an indented list of titles, within a budget, upper levels first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from omniforge.projects.titles import Title

_DESCRIPTION = 100  # characters
_LINE = 8  # approximate overhead of a line in tokens


def outline(root: Sequence[dict[str, Any]], titles: Mapping[UUID, Title], room: int) -> str:
    """Return the outline within `room` tokens. A document's omitted descendants are counted beside it."""
    shown = _chosen(root, titles, room)
    lines = list(_lines(root, titles, shown, 0))
    missing = sum(1 for node in root if node["id"] not in shown)
    return "\n".join([*lines, f"- … {missing} more at the top"] if missing else lines)


def _chosen(root: Sequence[dict[str, Any]], titles: Mapping[UUID, Title], room: int) -> set[str]:
    """Return the nodes that fit, level by level. A node requires all its ancestors."""
    shown: set[str] = set()
    level = list(root)
    while level:
        for node in level:
            room -= _LINE + len(_words(titles.get(UUID(node["id"])))) // 4
            if room < 0:
                return shown
            shown.add(node["id"])
        level = [child for node in level for child in node["children"]]
    return shown


def _lines(
    nodes: Sequence[dict[str, Any]], titles: Mapping[UUID, Title], shown: set[str], depth: int
) -> Iterator[str]:
    for node in nodes:
        if node["id"] not in shown:
            continue
        hidden = sum(1 for child in node["children"] if child["id"] not in shown)
        more = f" (+{hidden} below)" if hidden else ""
        yield f"{'  ' * depth}- {_words(titles.get(UUID(node['id'])))}{more}"
        yield from _lines(node["children"], titles, shown, depth + 1)


def _words(title: Title | None) -> str:
    if title is None:
        return "(untitled)"
    about = f": {title.description[:_DESCRIPTION]}" if title.description else ""
    return f"{title.title} ({title.content_length:,} characters){about}"
