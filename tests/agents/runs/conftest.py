"""Fixtures: projects to talk about."""

import pytest

from omniforge.projects.focus import Focus
from omniforge.projects.models import Project
from omniforge.projects.services import ProjectService
from omniforge.tenants.access import Access
from tests.agents.chat import Chat


@pytest.fixture
def launch(ann: Access) -> Project:
    return ProjectService(ann).create(name="Launch").row


@pytest.fixture
def relocation(ann: Access) -> Project:
    return ProjectService(ann).create(name="Relocation").row


@pytest.fixture
def inside(chat: Chat, launch: Project) -> Chat:
    """A conversation about the project Launch."""
    chat.focus = Focus(launch.pk)
    return chat
