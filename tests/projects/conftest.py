"""A project to work in."""

import pytest

from omniforge.projects.models import Project
from omniforge.projects.services import ProjectService
from omniforge.tenants.access import Access


@pytest.fixture
def launch(ann: Access) -> Project:
    return ProjectService(ann).create(name="Launch", context="We bring the app out in May.").row
