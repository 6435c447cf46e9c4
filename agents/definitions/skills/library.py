"""The starter library: skills that come with the site, to install and then change."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from agents.definitions.skills.skill_file import SkillFile, parse_skill
from omniforge.errors import NotFound

LIBRARY = Path(__file__).with_name("library")


@cache
def library() -> Mapping[str, SkillFile]:
    """Return the skills of the library by name. Raises InvalidSkill if one of its files is invalid."""
    files = sorted(LIBRARY.glob("*/SKILL.md"))
    skills = (parse_skill(file.read_text("utf-8"), path=f"{file.parent.name}/SKILL.md") for file in files)
    return {skill.name: skill for skill in skills}


def skill_of_library(name: str) -> SkillFile:
    """Return the library's skill of this name. Raises NotFound."""
    try:
        return library()[name]
    except KeyError:
        raise NotFound(f"The library has no skill {name}. It has: {', '.join(library())}.") from None
