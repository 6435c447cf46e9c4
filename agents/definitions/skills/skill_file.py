"""SKILL.md in the ecosystem's format (agentskills.io): front matter, then instructions in Markdown."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import yaml
from django.utils.module_loading import import_string

from agents.definitions.skills.front_matter import Document, Entry, Findings, read_document
from agents.definitions.validation import KEBAB, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_TEXT, TOOL
from omniforge.errors import InvalidInput

_MOST_LINES = 500
_KEYS = ("name", "description", "allowed-tools")
_MISSING = Entry(1, "")


@dataclass(frozen=True, slots=True)
class SkillFile:
    """A skill as parsed from its file. `warnings` come from parsing and aren't part of it."""

    name: str
    description: str
    instructions: str = ""
    allowed_tools: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)


class InvalidSkill(InvalidInput):
    """Invalid skill files. `fields` has the problems of each file by path, with line numbers."""

    code = "invalid_skill"

    def __init__(self, problems: Mapping[str, Sequence[str]]) -> None:
        said = (f"{path}, {problem}" for path, found in problems.items() for problem in found)
        super().__init__(
            ". ".join(said) + ".", fields={path: list(found) for path, found in problems.items()}
        )


def parse_skill(text: str, *, path: str = "SKILL.md", servers: Collection[str] = ()) -> SkillFile:
    """Return the skill in the text of a SKILL.md.

    Tools must exist. `calendar_*` matches by prefix. The tools of MCP servers aren't known here: names like
    `<server>_*`, and those that begin with one of `servers`, are accepted with a warning. Raises
    InvalidSkill with the line of every problem. `path` is the file's name in messages.
    """
    findings = Findings()
    document = read_document(text, findings)
    skill = SkillFile("", "")
    if not findings.problems:
        skill = _read(document, servers, findings)
    if findings.problems:
        raise InvalidSkill({path: findings.problems})
    return replace(skill, warnings=tuple(findings.warnings))


def render_skill(skill: SkillFile) -> str:
    """Return the text of the skill's SKILL.md. `parse_skill` turns it back into an equal skill."""
    front: dict[str, str | list[str]] = {"name": skill.name, "description": skill.description}
    if skill.allowed_tools:
        front["allowed-tools"] = list(skill.allowed_tools)
    head = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=10**6)
    return f"---\n{head}---\n\n{skill.instructions}\n"


def _read(document: Document, servers: Collection[str], findings: Findings) -> SkillFile:
    for key, entry in document.entries.items():
        if key not in _KEYS:
            findings.warning(entry.line, f"{key} is not known here and not kept")
    return SkillFile(
        _name(document.entries.get("name", _MISSING), findings),
        _description(document.entries.get("description", _MISSING), findings),
        _instructions(document, findings),
        _tools(document.entries.get("allowed-tools", _MISSING), servers, findings),
    )


def _name(entry: Entry, findings: Findings) -> str:
    name = entry.value if isinstance(entry.value, str) else ""
    if len(name) > LONGEST_NAME or not KEBAB.fullmatch(name):
        findings.problem(
            entry.line,
            f"name must have lower-case letters, digits and hyphens, at most {LONGEST_NAME}: 'weekly-report'",
        )
    return name


def _description(entry: Entry, findings: Findings) -> str:
    description = entry.value.strip() if isinstance(entry.value, str) else ""
    if not 0 < len(description) <= LONGEST_DESCRIPTION:
        findings.problem(entry.line, f"description must be a text of 1 to {LONGEST_DESCRIPTION} characters")
    return description


def _instructions(document: Document, findings: Findings) -> str:
    instructions = document.body.strip()
    if instructions.count("\n") + 1 >= _MOST_LINES or len(instructions) > LONGEST_TEXT:
        findings.problem(
            document.body_line,
            f"the instructions must have less than {_MOST_LINES} lines and at most {LONGEST_TEXT:,} "
            "characters; put the rest into other files of the folder",
        )
    return instructions


def _tools(entry: Entry, servers: Collection[str], findings: Findings) -> tuple[str, ...]:
    """Return the names in a list, or in a text separated by spaces."""
    if entry.value is None:
        findings.problem(entry.line, "allowed-tools must be names of tools, as a list or separated by spaces")
    names = re.split(r"[\s,]+", entry.value) if isinstance(entry.value, str) else entry.value or ()
    named = tuple(dict.fromkeys(name for name in names if name))
    for name in named:
        _check_tool(name, entry.line, servers, findings)
    return named


def _check_tool(name: str, line: int, servers: Collection[str], findings: Findings) -> None:
    registry = import_string("agents.tools.registry")  # imported by name, because tools import skills
    ours = registry.our_tools()
    if TOOL.fullmatch(name) and registry.chosen(ours, [name]):
        return
    of_server = name.endswith("_*") or any(name.startswith(f"{server}_") for server in servers)
    if TOOL.fullmatch(name) and of_server:
        findings.warning(line, f"{name} is no tool of ours; it counts where a connected server has it")
    else:
        findings.problem(line, f"there is no tool {name}. There are: {', '.join(ours) or 'none'}")
