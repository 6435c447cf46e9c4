"""The project of the demonstration workspace, built from `data/demo.toml`."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.selectors import find_projects
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.tenants.access import Access

_FILE = Path(__file__).parent / "data" / "demo.toml"
Described = Mapping[str, Any]


@transaction.atomic
def make_demo_project(access: Access, today: date) -> None:
    """Create the project with its contents. Due dates are relative to `today`.

    Does nothing if the workspace has a project of this name, even in the trash.
    """
    described = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    name = described["name"]
    if name in find_projects(access, deleted=True).values_list("name", flat=True):
        return
    about = {"description": described["description"], "context": described["context"].strip()}
    project = ProjectService(access).create(name=name, **about).row
    made = _documents(access, project.pk, described["documents"])
    made |= {one["title"]: _thing(access, project.pk, today, one) for one in described["things"]}
    _link(access, made, described["links"])


def _documents(
    access: Access, project_id: UUID, described: Sequence[Described], parent_id: UUID | None = None
) -> dict[str, Ref]:
    """Create documents with their children, and return them by title."""
    made: dict[str, Ref] = {}
    for one in described:
        texts = {"title": one["title"], "description": one["description"], "content": one["content"].strip()}
        document = DocumentService(access).create(project_id, parent_id=parent_id, **texts).row
        made[document.title] = Ref(Kind.DOCUMENT, document.pk)
        made |= _documents(access, project_id, one.get("children", ()), document.pk)
    return made


def _thing(access: Access, project_id: UUID, today: date, described: Described) -> Ref:
    fields = dict(described)
    kind = Kind(fields.pop("kind"))
    if (days := fields.pop("due_in", None)) is not None:
        fields["due_on"] = today + timedelta(days=days)
    return Ref(kind, EntityService(access, kind).create(project_id, **fields).row.pk)


def _link(access: Access, made: Mapping[str, Ref], described: Sequence[Described]) -> None:
    for one in described:
        for target in one["to"]:
            EdgeService(access).create(made[one["from"]], Relation(one["relation"]), made[target])
