"""Agents list, make and change projects."""

import pytest

from omniforge.projects.models import Document
from tests.agents.tools.contexts import done, run_context, told
from tests.agents.workspace.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(ann):
    return run_context(ann, message="Add the task 'Record'.")


async def test_a_project_is_made_with_its_context_in_the_words_of_the_person(run):
    made = await given(run, "create_project", name="Podcast", context="A show about bread. No ads.")
    context = await Document.objects.aget(project_id=made["id"])
    assert (context.role, context.content) == ("context", "A show about bread. No ads.")
    assert made["entities_created"] == [made["id"], str(context.pk)]
    operations = done(told(run))
    assert ("create", "project", "Podcast") in [
        (one.action, one.entity_type, one.entity_name) for one in operations
    ]


async def test_projects_are_listed_and_changed_by_name(run):
    for name in ("Podcast", "Launch"):
        await given(run, "create_project", name=name)
    await given(run, "update_project", project="podcast", state="paused", version=2)
    listed = await given(run, "list_projects")
    assert [(one["name"], one["state"]) for one in listed["projects"]] == [
        ("Podcast", "paused"),
        ("Launch", "active"),
    ]
    assert (await given(run, "list_projects", state="paused"))["total"] == 1


async def test_without_a_focus_a_project_must_be_named_where_there_are_several(run):
    for name in ("Podcast", "Launch"):
        await given(run, "create_project", name=name)
    said = await failed(run, "create_entity", kind="task", title="Record")
    assert said.startswith("Say which project: 'Launch' (project, id ")
    made = await given(run, "create_entity", kind="task", title="Record", project="Podcast")
    assert made["name"] == "Record"
