"""Fixtures: a project with work in it, and a conversation without a model."""

from datetime import date
from functools import partial

import pytest

from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import Talk
from tests.agents.kept import Kept
from tests.agents.kept_people import *  # noqa: F403


@pytest.fixture
def barn(kept: Kept, ann: Access) -> Project:
    """The project Barn conversion: two tasks, a milestone, a risk, two documents."""
    return kept("barn", partial(_make_barn, ann))


def _make_barn(ann: Access) -> Project:
    project = ProjectService(ann).create(name="Barn conversion").row
    for title, state, due, who, priority in (
        ("Order the beams", "todo", date(2026, 11, 18), "Ben Carver", 1),
        ("Frame the roof", "todo", date(2026, 12, 3), "", None),
        ("Clear the yard", "done", None, "Ben Carver", None),
    ):
        fields = {"assignee": who} if who else {}
        EntityService(ann, Kind.TASK).create(
            project.pk, title=title, state=state, due_on=due, priority=priority, fields=fields
        )
    EntityService(ann, Kind.MILESTONE).create(project.pk, title="Roof closed", due_on=date(2026, 12, 20))
    EntityService(ann, Kind.RISK).create(project.pk, title="Beams arrive late")
    documents = DocumentService(ann)
    documents.create(project.pk, title="Site rules", content="## Fire\n\nLeave by the north gate.\n")
    documents.create(project.pk, title="Handbook", content="Read the site rules.")
    return project


@pytest.fixture
def here(chat: Chat, barn: Project) -> Chat:
    """A conversation about the barn."""
    chat.focus = Focus(barn.pk)
    return chat


@pytest.fixture
def talk(ann: Access) -> Talk:
    """A talk with Ann, on Friday, 20 November 2026, at 10:00 UTC."""
    return Talk(ann)
