"""The difference between two versions of a skill: a unified diff of its exported files."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from agents.definitions.skills.archive import SkillFolder
from agents.definitions.skills.skill_file import SkillFile, render_skill
from agents.models import SkillDefinition, SkillVersion

SKILL_FIELDS = ("slug", "description", "instructions", "allowed_tools", "resources")


def folder_of(skill: SkillDefinition) -> SkillFolder:
    """Return the skill as a folder of files."""
    return _folder({name: getattr(skill, name) for name in SKILL_FIELDS})


def diff_skill(earlier: SkillVersion, later: SkillVersion) -> str:
    """Return the unified diff between two versions, over all files of the folder, empty if equal."""
    diffs = file_diffs(earlier, later)
    return "".join(f"{line}\n" for header, lines in diffs for line in (*header, *lines))


def file_diffs(earlier: SkillVersion, later: SkillVersion) -> Iterator[tuple[list[str], list[str]]]:
    """Yield header and lines of the unified diff of each changed file, SKILL.md first."""
    before, after = _files(earlier), _files(later)
    for path in sorted({*before, *after}, key=lambda path: (path != "SKILL.md", path)):
        old, new = before.get(path, "").splitlines(), after.get(path, "").splitlines()
        before_name, after_name = (f"{path} (version {one.number})" for one in (earlier, later))
        if lines := list(unified_diff(old, new, before_name, after_name, lineterm="")):
            yield lines[:2], lines[2:]


def _files(version: SkillVersion) -> dict[str, str]:
    folder = _folder(version.snapshot)
    return {"SKILL.md": render_skill(folder.skill), **folder.resources}


def _folder(fields: Mapping[str, Any]) -> SkillFolder:
    skill = SkillFile(
        fields["slug"], fields["description"], fields["instructions"], tuple(fields["allowed_tools"])
    )
    return SkillFolder(skill, fields["resources"])
