"""Uploaded files, each person's own, and a project's documents as sources."""

import pytest
from django.urls import reverse

from agents.models import AgentDefinition, RunTrigger, Source
from agents.tools.sources.checks import check_source
from agents.tools.sources.services import add_source
from omniforge.errors import InvalidInput, OmniForgeError
from omniforge.files.services import store_file
from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.clients import browser, program

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _kept_apart(settings, tmp_path):
    settings.VAR = tmp_path


def upload(access: Access, name: str) -> None:
    store_file(access=access, name=name, content=b"a,b\n1,2\n")


@pytest.fixture
def uploads(ann: Access) -> Source:
    return add_source(access=ann, kind="files")


@pytest.fixture
def tables(ann: Access) -> Source:
    return add_source(access=ann, kind="files", names="*.CSV", slug="tables")


@pytest.fixture
def minutes(ann: Access, launch: Project) -> Source:
    return add_source(access=ann, kind="files", project="launch", slug="minutes", names="minutes*")


@pytest.fixture
def launch(ann: Access) -> Project:
    return ProjectService(ann).create(name="Launch").row


def write(access: Access, project: Project, title: str, content: str = "Words.") -> None:
    DocumentService(access).create(project.pk, title=title, content=content)


async def test_new_uploads_show_only_ones_own_files(ann: Access, amy: Access, uploads: Source):
    await in_database(upload, ann, "anns.csv")
    await in_database(upload, amy, "amys.csv")
    told = await Chat(ann).say("what's new in uploads?")
    assert "**1 new** in **uploads**" in told.text and "anns.csv" in told.text and "1 KB" in told.text
    assert "amys.csv" in (await Chat(amy).say("what's new in uploads?")).text
    assert (await Source.objects.aget()).seen == {}


async def test_agent_gets_files_new_since_its_last_run(ann: Access, tables: Source):
    await in_database(upload, ann, "old.csv")
    chat = Chat(ann)
    await chat.say("Every day at 9 tell me what is new in the tables folder")
    await chat.say("yes")
    agent = await AgentDefinition.objects.aget()
    run = Chat(ann, trigger=RunTrigger.SCHEDULE, agent=str(agent.pk))
    assert "old.csv" in (await run.say("Scheduled run")).text
    await in_database(upload, ann, "new.csv")
    await in_database(upload, ann, "new.txt")
    answer = await run.say("Scheduled run")
    assert "new.csv" in answer.text and "old.csv" not in answer.text and "new.txt" not in answer.text
    assert "Nothing new in **tables**" in (await run.say("Scheduled run")).text


async def test_new_documents_of_a_project_are_listed(ann: Access, launch: Project, minutes: Source):
    await in_database(write, ann, launch, "Minutes of Monday", "We meet again on Friday.")
    await in_database(write, ann, launch, "Shopping")
    told = (await Chat(ann).say("what's new in the minutes folder?")).text
    assert "Minutes of Monday" in told and "We meet again on Friday." in told and "Shopping" not in told


def test_unknown_or_deleted_project_is_refused(ann: Access, launch: Project):
    with pytest.raises(InvalidInput) as refused:
        add_source(access=ann, kind="files", project="Moon")
    assert refused.value.fields == {"project": ["There is no project Moon here. Check its name."]}
    add_source(access=ann, kind="files", project="Launch")
    ProjectService(ann).delete(launch.pk)
    with pytest.raises(OmniForgeError, match="The project Launch is gone"):
        check_source(access=ann, source="launch")


def test_files_source_is_added_on_the_page_and_over_rest(amy: Access, launch: Project):
    shown = browser(amy).post(reverse("add-files"), {"files-project": "Launch"}, follow=True).content.decode()
    assert "Source added." in shown and "documents of Launch" in shown
    wrong = browser(amy).post(reverse("add-files"), {"files-project": "Moon"})
    assert "no project Moon" in wrong.context["files_form"].errors["project"][0]
    made = program(amy).post("/api/v1/sources/", {"kind": "files"}, content_type="application/json")
    assert (made.status_code, made.json()["where"]) == (201, "the files that each person uploads")
