"""What changed in an agent from one version to the next, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agents.models import AgentDefinition


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the comparison: a field with the value that it kept, lost or got."""

    change: Literal["kept", "removed", "added"]
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class LatestChange:
    """The newest version of an agent compared with the one before."""

    number: int
    lines: tuple[Line, ...]


def latest_change(agent: AgentDefinition) -> LatestChange | None:
    """Return how the newest version differs from the one before, or None while there is but one."""
    newest = list(agent.versions.order_by("-number")[:2])
    if len(newest) < 2:
        return None
    return LatestChange(newest[0].number, tuple(compare(newest[1].snapshot, newest[0].snapshot)))


def compare(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> list[Line]:
    """Return the lines of two snapshots, field by field; a field that is empty in both is left out."""
    lines: list[Line] = []
    for field in dict.fromkeys((*earlier, *later)):
        before, after = _words(earlier.get(field)), _words(later.get(field))
        if before == after:
            lines += [Line("kept", field, after)] if after else []
            continue
        lines += [Line("removed", field, before)] if before else []
        lines += [Line("added", field, after)] if after else []
    return lines


def _words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
