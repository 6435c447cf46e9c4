"""The differences between two versions of an agent or skill, line by line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agents.definitions.skills.versions import file_diffs
from agents.definitions.versions import version_pair
from agents.models import AgentDefinition, SkillDefinition, SkillVersion
from intent.schedules import Schedule

Kind = Literal["kept", "removed", "added"]
_CHANGES: dict[str, Kind] = {"-": "removed", "+": "added"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the comparison: a field and its kept, removed or added value. Files have no field."""

    change: Kind
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Change:
    """A version compared with the one before."""

    number: int
    lines: tuple[Line, ...]


def change_in_agent(agent: AgentDefinition, number: int) -> Change | None:
    """Return how a version of an agent differs from the previous one, or None if either doesn't exist."""
    both = version_pair(agent.versions.all(), number)
    return Change(number, tuple(compare(both[0].snapshot, both[1].snapshot))) if both else None


def change_in_skill(skill: SkillDefinition, number: int) -> Change | None:
    """Return how a version of a skill differs from the previous one, or None if either doesn't exist."""
    both = version_pair(skill.versions.all(), number)
    return Change(number, tuple(_diff_lines(*both))) if both else None


def compare(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> list[Line]:
    """Return the lines of two snapshots, field by field. Fields empty in both are left out."""
    lines: list[Line] = []
    for field in dict.fromkeys((*earlier, *later)):
        before, after = _words(field, earlier.get(field)), _words(field, later.get(field))
        if before == after:
            lines += [Line("kept", field, after)] if after else []
            continue
        lines += [Line("removed", field, before)] if before else []
        lines += [Line("added", field, after)] if after else []
    return lines


def _diff_lines(earlier: SkillVersion, later: SkillVersion) -> Iterator[Line]:
    for header, lines in file_diffs(earlier, later):
        yield from (Line("kept", "", line) for line in header)
        yield from (Line(_CHANGES.get(line[:1], "kept"), "", line) for line in lines)


def _words(field: str, value: Any) -> str:
    if field == "schedule" and value:
        return Schedule.parse(value).words
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
