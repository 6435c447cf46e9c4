"""Fixtures: a workspace with two projects with documents, tasks, a goal and a risk."""

from datetime import date
from functools import partial

import pytest

from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.tenants.access import Access
from tests.agents.kept import Kept
from tests.agents.kept_people import *  # noqa: F403
from tests.agents.tools.contexts import run_context


@pytest.fixture
def launch(kept: Kept, ann: Access) -> Project:
    return kept("launch", partial(_make_launch, ann))


def _make_launch(ann: Access) -> Project:
    project = ProjectService(ann).create(name="Launch", description="The spring launch.").row
    documents = DocumentService(ann)
    research = documents.create(project.pk, title="Research", content="What we know.").row
    documents.create(
        project.pk,
        parent_id=research.pk,
        title="Rivals",
        content="# Rivals\n\n## Acme\n\nAcme sells lamps for 40 euros.\n\n## Bolt\n\nBolt sells bulbs.\n",
    )
    tasks = EntityService(ann, Kind.TASK)
    mail = tasks.create(
        project.pk,
        title="Email the beta list",
        due_on=date(2026, 11, 27),
        priority=2,
        fields={"assignee": "Ben"},
    ).row
    tasks.create(project.pk, title="Write the press release", due_on=date(2026, 11, 10))
    tasks.create(project.pk, title="Order cake", state="done", fields={"assignee": "Ann Alder"})
    goal = EntityService(ann, Kind.GOAL).create(project.pk, title="1,000 readers").row
    EntityService(ann, Kind.RISK).create(project.pk, title="Printer fails", fields={"probability": 0.3})
    EdgeService(ann).create(Ref(Kind.TASK, mail.pk), Relation.SUPPORTS, Ref(Kind.GOAL, goal.pk))
    return project


@pytest.fixture
def office(ann: Access) -> Project:
    project = ProjectService(ann).create(name="Office move").row
    EntityService(ann, Kind.TASK).create(project.pk, title="Book the movers")
    return project


@pytest.fixture
def run(ann: Access, launch: Project):
    """A run about no project in particular."""
    return run_context(ann)
