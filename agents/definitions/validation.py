"""Validates fields of agents and skills. A check returns them normalised or raises InvalidInput."""

import re
from typing import NoReturn, TypedDict
from uuid import UUID

from django.utils.translation import gettext

from agents.definitions.schedules.due import now_in
from agents.models import MissedRuns, Overlap
from intent.schedules import check_schedule
from omniforge.errors import InvalidInput

LONGEST_NAME = 64
LONGEST_DESCRIPTION = 1024
LONGEST_TEXT = 20_000
MOST_EXAMPLES = 5
LONGEST_EXAMPLE = 2_000
RESERVED = frozenset({"import", "library"})  # paths that aren't skills
RETRIES = range(6)
KEBAB = re.compile(r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$")
TOOL = re.compile(r"^[A-Za-z][A-Za-z0-9_.:-]{0,63}\*?$")

TOOL_NAMES = (
    "A tool's name begins with a letter; letters, digits and any of _ . : - follow, 64 at most. "
    "A * at its end stands for all tools that begin so."
)


class AgentFields(TypedDict, total=False):
    """The fields of an agent. `schedule` is cron or RRULE in the tenant's zone, empty for on demand.

    `examples` are prompts to try a change on, `tools` those it may use beyond its skills'. `missed_runs`,
    `overlap` and `retries` (0 to 5) say what happens to scheduled runs that were missed, overlap, or fail.
    """

    slug: str
    description: str
    instructions: str
    source: str
    subject: str
    destination: str
    schedule: str
    examples: list[str]
    tools: list[str]
    missed_runs: str
    overlap: str
    retries: int


class SkillFields(TypedDict, total=False):
    """The fields of a skill: those of SKILL.md, and `instructions`, the file's body.

    `resources` are the other files of its folder: text by path.
    """

    slug: str
    description: str
    instructions: str
    allowed_tools: list[str]
    resources: dict[str, str]


def check_name(name: str, *, longest: int = LONGEST_NAME) -> str:
    """Return the normalised name of an agent, skill or connection. Raises InvalidInput for `slug`."""
    tidy = name.strip()
    if len(tidy) > longest or not KEBAB.fullmatch(tidy):
        raise InvalidInput.of("slug", names_like(longest))
    return tidy


def names_like(longest: int = LONGEST_NAME) -> str:
    """Describe a valid name."""
    return f"A name has lower-case letters, digits and hyphens, at most {longest}: 'jira-monitor'."


def check_agent_fields(fields: AgentFields, *, tenant_id: UUID) -> AgentFields:
    """Return the normalised fields, the schedule in stored form. Raises InvalidInput for the first wrong."""
    checked = AgentFields(**fields)
    _check_texts(checked)
    if "schedule" in checked:
        checked["schedule"] = check_schedule(checked["schedule"], now_in(tenant_id))
    if checked.get("missed_runs", MissedRuns.SKIP) not in MissedRuns:
        _refuse("missed_runs", f"Choose {' or '.join(MissedRuns)}.")
    if checked.get("overlap", Overlap.SKIP) not in Overlap:
        _refuse("overlap", f"Choose {' or '.join(Overlap)}.")
    if checked.get("retries", 0) not in RETRIES:
        _refuse("retries", f"A failed run is tried again {RETRIES[0]} to {RETRIES[-1]} times.")
    if not all(TOOL.fullmatch(tool) for tool in checked.get("tools", ())):
        _refuse("tools", TOOL_NAMES)
    examples = checked.get("examples", [])
    if len(examples) > MOST_EXAMPLES or not all(0 < len(one.strip()) <= LONGEST_EXAMPLE for one in examples):
        _refuse("examples", f"Keep at most {MOST_EXAMPLES} prompts of 1 to {LONGEST_EXAMPLE:,} characters.")
    return checked


def check_skill_fields(fields: SkillFields) -> SkillFields:
    """Return the normalised fields. Raises InvalidInput, naming the first invalid one."""
    checked = SkillFields(**fields)
    _check_texts(checked)
    if checked.get("slug") in RESERVED:
        _refuse("slug", f"{checked['slug']} is a word of this site's own addresses. Choose another name.")
    for tool in checked.get("allowed_tools", ()):
        if not TOOL.fullmatch(tool):
            _refuse("allowed_tools", TOOL_NAMES)
    return checked


def _check_texts(fields: AgentFields | SkillFields) -> None:
    """Normalise the texts of `fields` in place."""
    texts: dict[str, str] = fields  # type: ignore[assignment]  # TypedDicts have no common type of their texts
    if "slug" in texts:
        texts["slug"] = check_name(texts["slug"])
    for name in ("description", "instructions", "source", "subject", "destination"):
        if name in texts:
            texts[name] = _checked_text(name, texts[name].strip())


def _checked_text(name: str, text: str) -> str:
    if name == "description" and not 0 < len(text) <= LONGEST_DESCRIPTION:
        said = gettext("A description has 1 to {longest} characters.")
        _refuse("description", said.format(longest=LONGEST_DESCRIPTION))
    if len(text) > LONGEST_TEXT:
        said = gettext("This is longer than {longest} characters. Shorten it.")
        _refuse(name, said.format(longest=f"{LONGEST_TEXT:,}"))
    return text


def _refuse(field: str, message: str) -> NoReturn:
    raise InvalidInput.of(field, message)
