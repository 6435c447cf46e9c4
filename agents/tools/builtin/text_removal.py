"""Rare tools: download a project or a skill, and install skills of the starter library."""

from collections.abc import Sequence
from typing import Any, Literal

from django.urls import reverse
from pydantic import Field

from agents.definitions import services
from agents.definitions.selectors import find_skills
from agents.definitions.skills.library import library
from agents.events import Operation
from agents.tools.context import CallContext
from agents.tools.named_things import PROJECT, SKILL
from agents.tools.resolver import Resolver
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access


class WhatToExport(ToolArguments):
    """A project or a skill."""

    ref: str = Field(min_length=1, max_length=200, description="Name or id.")
    kind: Literal["project", "skill"] = "project"


class Download(ToolResult):
    """Where the person downloads it: a zip."""

    name: str
    link: str

    def summary(self) -> str:
        return f"{self.name} as a zip"


@tool(said="Preparing {ref} for download", rare=True)
async def export(arguments: WhatToExport, context: CallContext) -> Download:
    """Give the link at which the person downloads a whole project (Markdown, CSV) or a skill as a zip."""
    return await in_database(_export, arguments, Scope.of(context))


def _export(arguments: WhatToExport, scope: Scope) -> Download:
    ref = Resolver(scope).one(arguments.ref, (PROJECT,) if arguments.kind == "project" else (SKILL,))
    if ref.kind == PROJECT:
        return Download(name=ref.title, link=reverse("api-project-export", args=[ref.id]))
    return Download(name=ref.title, link=reverse("api-skill-export", args=[ref.title]))


class WhatToInstall(ToolArguments):
    """A skill of the library."""

    install: str = Field("", max_length=64, description="Its name; left out: list them.")


class Library(ToolResult):
    """The skills of the library, or the one that was installed."""

    skills: list[dict[str, Any]] | None = None
    installed: str | None = None
    _id: str = ""

    def summary(self) -> str:
        return (
            f"Installed {self.installed}"
            if self.installed
            else f"{len(self.skills or ())} skills in the library"
        )

    def is_news(self) -> bool:
        return not self.installed

    def operations(self) -> Sequence[Operation]:
        return [Operation("create", "skill", self.installed, "done", self._id)] if self.installed else []


def _risk(arguments: WhatToInstall) -> Risk:
    return Risk(Effect.WRITE if arguments.install else Effect.READ, Ask.NEVER)


@tool(said="Looking into the library of skills", effect=Effect.WRITE, ask=Ask.NEVER, risk=_risk, rare=True)
async def skill_library(arguments: WhatToInstall, context: CallContext) -> Library:
    """List ready-made skills (reports, minutes, invoices, data clean-up …), or install one here."""
    return await in_database(_library, arguments, context.access)


def _library(arguments: WhatToInstall, access: Access) -> Library:
    if arguments.install:
        made = services.install_skill(access=access, name=arguments.install)
        result = Library(installed=made.slug)
        result._id = str(made.pk)
        return result
    there = set(find_skills(access).values_list("slug", flat=True))
    skills = [
        {"name": name, "description": skill.description, "installed": name in there}
        for name, skill in library().items()
    ]
    return Library(skills=skills)
