"""The tool that creates, changes and deletes skills: recipes for agents."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from agents.definitions import services
from agents.definitions.names import to_kebab
from agents.definitions.selectors import find_skills
from agents.definitions.validation import LONGEST_DESCRIPTION, LONGEST_TEXT, SkillFields
from agents.events import Operation
from agents.failures import ToolFailed
from agents.models import SkillDefinition
from agents.tools.context import CallContext
from agents.tools.registry import chosen, toolbox_of
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


class SkillToSave(ToolArguments):
    """The fields of a skill. On a change, omitted fields keep their values."""

    name: str = Field(min_length=1, max_length=64, description="Of a new one, or one that is there.")
    description: str = Field(
        "", max_length=LONGEST_DESCRIPTION, description="What it is for, and when to use it."
    )
    instructions: str = Field("", max_length=LONGEST_TEXT, description="Markdown, step by step.")
    tools: list[str] | None = Field(None, max_length=50, description="Those it needs beyond the usual.")
    state: Literal["active", "deleted"] = "active"


class SavedSkill(ToolResult):
    """The result for the skill."""

    done: Literal["created", "changed", "deleted"]
    id: str
    name: str

    def summary(self) -> str:
        return f"{self.done.capitalize()} the skill {self.name}"

    def is_news(self) -> bool:
        return False

    def operations(self) -> Sequence[Operation]:
        action: Literal["create", "update", "delete"] = "update"
        if self.done != "changed":
            action = "create" if self.done == "created" else "delete"
        return [Operation(action, "skill", self.name, "done", self.id)]


def _said(arguments: Mapping[str, Any]) -> str:
    verb = "Deleting" if arguments.get("state") == "deleted" else "Saving"
    return f"{verb} the skill {arguments['name']}"


def _subject(arguments: Mapping[str, Any]) -> str:
    """Name the skill and the changed fields: a change of other fields is a separate subject."""
    name = to_kebab(arguments["name"])
    if arguments.get("state") == "deleted":
        return f"{name}: deleted"
    changed = [one for one in ("description", "instructions", "tools") if arguments.get(one)]
    is_whole = {"description", "instructions"} <= set(changed)
    return name if is_whole else f"{name}: {', '.join(changed)}"


def _risk(arguments: SkillToSave) -> Risk:
    if arguments.state == "deleted":
        return Risk(Effect.IRREVERSIBLE, Ask.ALWAYS)
    return Risk(Effect.WRITE, Ask.AFTER_STRANGERS)


def _check(arguments: SkillToSave, scope: Scope) -> None:
    if arguments.state == "deleted":
        _require(to_kebab(arguments.name), scope.access)


@tool(said=_said, effect=Effect.IRREVERSIBLE, risk=_risk, check=_check, rare=True, subject=_subject)
async def save_skill(arguments: SkillToSave, context: CallContext) -> SavedSkill:
    """Make, change or delete a skill, a recipe that agents can be given. Only when asked to."""
    return await in_database(_save, arguments, context.access)


def _save(arguments: SkillToSave, access: Access) -> SavedSkill:
    slug = to_kebab(arguments.name)
    if arguments.state == "deleted":
        return _deleted(_require(slug, access), access)
    there = find_skills(access).filter(slug=slug).first()
    fields = _fields(arguments, access)
    if there:
        changed = services.update_skill(access=access, skill=str(there.pk), **fields)
        return SavedSkill(done="changed", id=str(changed.pk), name=changed.slug)
    if not (arguments.description and arguments.instructions):
        raise ToolFailed("A new skill needs a description and instructions.")
    fields["slug"] = slug
    made = services.create_skill(access=access, **fields)
    return SavedSkill(done="created", id=str(made.pk), name=made.slug)


def _require(slug: str, access: Access) -> SkillDefinition:
    """Return the skill of this name. Raises ToolFailed that lists those there are."""
    if there := find_skills(access).filter(slug=slug).first():
        return there
    names = ", ".join(find_skills(access).values_list("slug", flat=True)) or "none"
    raise ToolFailed(f"There is no skill {slug}. Those that are: {names}.")


def _deleted(there: SkillDefinition, access: Access) -> SavedSkill:
    services.delete_skill(access=access, skill=str(there.pk))
    return SavedSkill(done="deleted", id=str(there.pk), name=there.slug)


def _fields(arguments: SkillToSave, access: Access) -> SkillFields:
    fields = SkillFields()
    if arguments.description:
        fields["description"] = arguments.description
    if arguments.instructions:
        fields["instructions"] = arguments.instructions
    if arguments.tools is not None:
        fields["allowed_tools"] = _known(arguments.tools, access)
    return fields


def _known(names: Sequence[str], access: Access) -> list[str]:
    """Return the tool names. Raises ToolFailed if one doesn't exist."""
    toolbox = toolbox_of(access)
    if unknown := [name for name in names if not chosen(toolbox, [name])]:
        raise ToolFailed(f"There is no tool {', '.join(unknown)}. There are: {', '.join(toolbox)}.")
    return list(names)
