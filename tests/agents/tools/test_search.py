"""Agents search one project or all of them, within the workspace."""

import pytest

from agents.events import Operation, SourcesCited
from omniforge.database import in_database
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from tests.agents.tools.contexts import done, run_context, told
from tests.agents.workspace.calls import given

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def launch(ann) -> Project:
    launch, podcast = (ProjectService(ann).create(name=name).row for name in ("Launch", "Podcast"))
    text = "# Rivals\n\n## Prices\n\nThe sourdough starter costs nine euros."
    DocumentService(ann).create(launch.pk, title="Market scan", content=text)
    EntityService(ann, Kind.TASK).create(podcast.pk, title="Record the sourdough episode")
    return launch


async def test_all_projects_are_searched_and_places_are_told_not_contents(ann, launch):
    run = await in_database(run_context, ann)
    found = await given(run, "search_workspace", query="sourdough")
    assert {(one["kind"], one["title"], one["project"]) for one in found["found"]} == {
        ("document", "Market scan", "Launch"),
        ("task", "Record the sourdough episode", "Podcast"),
    }
    assert all(len(one["snippet"]) < 400 and one["id"] for one in found["found"])
    events = told(run)
    assert Operation("search", "project", "all projects", "done") in done(events)
    (cited,) = [one for one in events if isinstance(one, SourcesCited)]
    assert {source.title for source in cited.sources} == {"Market scan", "Record the sourdough episode"}


async def test_one_project_is_searched_by_its_name_or_by_the_focus(ann, launch):
    run = await in_database(run_context, ann, focus=Focus(launch.pk))
    for arguments in ({}, {"project": "Launch"}, {"project": "Launch", "kinds": ["document"]}):
        found = await given(run, "search_project", query="sourdough", **arguments)
        assert [one["title"] for one in found["found"]] == ["Market scan"]
    assert (await given(run, "search_project", query="sourdough", kinds=["goal"]))["found"] == []


async def test_another_workspace_finds_nothing(bob, launch):
    run = await in_database(run_context, bob)
    assert (await given(run, "search_workspace", query="sourdough"))["found"] == []
