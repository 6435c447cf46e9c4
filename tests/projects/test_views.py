"""Project pages as rendered by the server; tests/browser covers their scripts."""

import json
import re
from typing import Any

import pytest
from django.http import HttpResponse

from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Project, Version
from omniforge.projects.selectors import edges_of
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.projects.services.batch_creation import Draft, plant
from omniforge.projects.tree import path_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership, Role
from tests.clients import browser

pytestmark = pytest.mark.django_db


def text_of(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def data_of(answer: HttpResponse) -> dict[str, Any]:
    """Return what a page's script begins with."""
    found = text_of(answer).partition('<script id="page-data" type="application/json">')[2]
    read: dict[str, Any] = json.loads(found.partition("</script>")[0])
    return read


def test_project_list_shows_open_tasks_and_last_change(ann: Access, launch: Project) -> None:
    tasks = EntityService(ann, Kind.TASK)
    for title, state in (("Book a hall", "todo"), ("Call Tom", "blocked"), ("Send cards", "done")):
        tasks.create(launch.pk, title=title, state=state)
    page = text_of(browser(ann).get("/projects/"))
    assert "Launch" in page and "<td>2</td>" in page and "Send cards" in page


def test_project_form_keeps_the_context_verbatim(ann: Access) -> None:
    words = "  We bring it out in May;\nnothing else."
    answer = browser(ann).post("/projects/", {"name": "Spring", "context": words})
    project = Project.objects.latest("created_at")
    assert answer.headers["Location"] == f"/projects/{project.pk}/"
    assert project.documents.get().content == words


def test_project_form_without_a_name_keeps_the_text(ann: Access) -> None:
    page = text_of(browser(ann).post("/projects/", {"name": "", "context": "A long thought"}))
    assert "A long thought" in page
    assert not Project.objects.exists()


def test_project_is_restored_from_the_trash(ann: Access, launch: Project) -> None:
    ProjectService(ann).delete(launch.pk)
    client = browser(ann)
    assert f"/projects/{launch.pk}/restore/" in text_of(client.get("/projects/"))
    client.post(f"/projects/{launch.pk}/restore/")
    assert text_of(client.get(f"/projects/{launch.pk}/"))


@pytest.mark.django_db(transaction=True)  # the index hears of changes after their commit
def test_search_page_links_to_the_passage(ann: Access, launch: Project) -> None:
    text = "# In Europe\n\nFinch costs 35 euros."
    made = DocumentService(ann).create(launch.pk, title="Rivals", content=text).row
    page = text_of(browser(ann).get("/projects/search/", {"q": "finch"}))
    assert f"/projects/{launch.pk}/documents/{made.pk}/#in-europe" in page
    assert "Nothing says 'heron'" in text_of(browser(ann).get("/projects/search/", {"q": "heron"}))


def test_entity_page_holds_its_links_and_possible_relations(ann: Access, launch: Project) -> None:
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Call Tom").row
    goal = EntityService(ann, Kind.GOAL).create(launch.pk, title="Win Tom").row
    EdgeService(ann).create(Ref(Kind.TASK, task.pk), Relation.SUPPORTS, Ref(Kind.GOAL, goal.pk))
    data = data_of(browser(ann).get(f"/projects/{launch.pk}/goals/{goal.pk}/"))
    link = data["links"][0]
    assert (link["relation"], link["forth"], link["other"]["title"]) == ("supports", False, "Call Tom")
    assert {"relation": "threatens", "forth": False} in data["relations"]["risk"]


def test_entity_page_exists_only_below_its_project(ann: Access, launch: Project) -> None:
    other = ProjectService(ann).create(name="Another").row
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Call Tom").row
    client = browser(ann)
    assert client.get(f"/projects/{launch.pk}/tasks/{task.pk}/").status_code == 200
    assert client.get(f"/projects/{other.pk}/tasks/{task.pk}/").status_code == 404
    assert client.get(f"/projects/{launch.pk}/goals/{task.pk}/").status_code == 404


def test_history_names_each_call_once(ann: Access, launch: Project) -> None:
    documents = DocumentService(ann)
    rivals = documents.create(launch.pk, title="Rivals").row
    documents.move(rivals.pk, parent_id=None, position=0)
    page = text_of(browser(ann).get(f"/projects/{launch.pk}/history/"))
    assert 'moved the document <b dir="auto">Rivals</b>' in page
    assert page.count('made the document <b dir="auto">Rivals</b>') == 1


def test_many_documents_of_one_call_are_one_history_line(ann: Access, launch: Project) -> None:
    drafts = [Draft(f"Page {number}") for number in range(40)]
    plant(access=ann, project_id=launch.pk, parent_id=None, drafts=drafts)
    page = text_of(browser(ann).get(f"/projects/{launch.pk}/recent/"))
    assert 'made the document <b dir="auto">Page 0</b> and 39 more' in page
    assert "Project context" in page


def test_history_shows_the_diff_of_a_change_and_undoes_it(ann: Access, launch: Project) -> None:
    documents = DocumentService(ann)
    rivals = documents.create(launch.pk, title="Rivals", content="One\nTwo").row
    documents.update(rivals.pk, content="One\nThree")
    client, at = browser(ann), f"/projects/{launch.pk}/history/"
    change = Version.objects.latest("pk")
    page = text_of(client.get(at, {"thing": rivals.pk, "change": change.pk}))
    assert "- Two</del>" in page and "+ Three</ins>" in page
    answer = client.post(f"{at}{change.batch}/undo/", {"thing": rivals.pk}, follow=True)
    assert "Taken back." in text_of(answer)
    assert documents.read(rivals.pk).content == "One\nTwo"


def test_trash_names_who_deleted_and_restores_links(ann: Access, amy: Access, launch: Project) -> None:
    folder = DocumentService(ann).create(launch.pk, title="Rivals").row
    note = DocumentService(ann).create(launch.pk, title="Finch", parent_id=folder.pk).row
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Call Finch").row
    EdgeService(ann).create(Ref(Kind.TASK, task.pk), Relation.DOCUMENTED_IN, Ref(Kind.DOCUMENT, note.pk))
    DocumentService(amy).delete(note.pk)
    client, at = browser(ann), f"/projects/{launch.pk}/trash/"
    page = text_of(client.get(at))
    assert "Finch" in page and "deleted by amy@acme.example" in page and "Call Finch" not in page
    deletion = Version.objects.get(entity_id=note.pk, action="delete").batch
    told = text_of(client.post(f"{at}{deletion}/restore/", follow=True))
    assert "It is back." in told and "Nothing was deleted here." in told
    launch.refresh_from_db()
    assert path_of(launch.doc_structure, note.pk) == (folder.pk, note.pk)
    assert edges_of(ann, note.pk).count() == 1
    again = text_of(client.post(f"{at}{deletion}/restore/", follow=True))
    assert "It is back." not in again and "nothing left to take back" in again


def test_trash_page_is_paginated(ann: Access, launch: Project) -> None:
    for number in range(31):
        EntityService(ann, Kind.TASK).delete(
            EntityService(ann, Kind.TASK).create(launch.pk, title=f"Task {number}.").row.pk
        )
    client, at = browser(ann), f"/projects/{launch.pk}/trash/"
    page = text_of(client.get(at))
    assert "Task 30." in page and "Task 0." not in page
    earlier = re.search(r'href="(\?after=[^"]+)"', page)
    assert earlier and "Task 0." in text_of(client.get(at + earlier[1]))
    assert "Task 30." in text_of(client.get(at, {"after": "nonsense"}))


def test_auditor_sees_no_buttons(ann: Access, launch: Project) -> None:
    Membership.objects.filter(user_id=ann.user_id).update(role=Role.AUDITOR)
    client = browser(ann)
    assert "Make the project" not in text_of(client.get("/projects/"))
    assert "/undo/" not in text_of(client.get(f"/projects/{launch.pk}/history/"))
    assert "/restore/" not in text_of(client.get(f"/projects/{launch.pk}/trash/"))
    assert data_of(client.get(f"/projects/{launch.pk}/"))["may_write"] is False
