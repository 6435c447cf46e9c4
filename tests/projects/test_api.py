"""The workspace over REST: rows as in patches, paginated lists, errors that say what to do."""

from datetime import date

import pytest
from django.test import Client

from omniforge.projects.api import output_serializers
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Project
from omniforge.projects.representation import represent
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.clients import program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def api(ann: Access) -> Client:
    return program(ann)


def rows_of(api: Client, path: str, **query) -> list[dict]:
    """Return all rows of a list, following its cursors."""
    answer = api.get(path, query).json()
    rows = answer["results"]
    while answer["next"]:
        answer = api.get(path, {**query, "cursor": answer["next"]}).json()
        rows += answer["results"]
    return rows


def test_project_is_created_changed_deleted_and_restored(api: Client):
    fields = {"name": "Launch", "context": " In May. "}
    made = api.post("/api/v1/projects/", fields, JSON)
    assert made.status_code == 201
    path, project = f"/api/v1/projects/{made.json()['id']}/", Project.objects.get()
    assert api.get(path).json() == made.json() == represent(project)
    assert project.documents.get().content == " In May. "
    changed = api.patch(path, {"state": "paused", "version": project.version}, JSON).json()
    assert (changed["state"], changed["version"]) == ("paused", project.version + 1)
    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404 and not rows_of(api, "/api/v1/projects/")
    assert [row["name"] for row in rows_of(api, "/api/v1/projects/", deleted="true")] == ["Launch"]
    assert api.post(f"{path}restore/").json()["name"] == "Launch"
    assert len(rows_of(api, "/api/v1/projects/")) == 1


def test_change_of_an_old_version_is_a_409_naming_the_newer(api: Client, ann, launch):
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    path = f"/api/v1/entities/{task.pk}/"
    api.patch(path, {"title": "Write two"}, JSON)
    refused = api.patch(path, {"title": "Write three", "version": 1}, JSON)
    assert refused.status_code == 409 and refused["Content-Type"] == "application/problem+json"
    assert (refused.json()["code"], refused.json()["version"]) == ("version_conflict", 2)
    assert api.delete(f"{path}?version=1").status_code == 409
    assert api.delete(f"{path}?versoin=1").status_code == 400
    assert api.delete(f"{path}?version=2").status_code == 204


def test_documents_are_listed_with_paths_without_contents(api: Client, launch):
    documents = f"/api/v1/projects/{launch.pk}/documents/"
    folder = api.post(documents, {"title": "Research"}, JSON).json()
    scan = {"title": "Rivals", "content": "Two.", "description": "Who else", "parent_id": folder["id"]}
    api.post(documents, scan, JSON)
    listed = rows_of(api, documents, limit=1)
    assert [row["path"] for row in listed] == [["Research", "Rivals"], ["Research"], ["Project context"]]
    assert (listed[0]["content_length"], "content" in listed[0]) == (4, False)


def test_moved_document_and_its_length_show_in_the_tree(api: Client, ann, launch):
    first, second = (DocumentService(ann).create(launch.pk, title=title).row for title in ("A", "B"))
    place = {"parent_id": str(first.pk), "position": 0}
    assert api.post(f"/api/v1/documents/{second.pk}/move/", place, JSON).json()["title"] == "B"
    api.patch(f"/api/v1/documents/{second.pk}/", {"title": "Beta", "content": "12345"}, JSON)
    root = api.get(f"/api/v1/projects/{launch.pk}/tree/").json()["root"]
    assert [node["title"] for node in root] == ["Project context", "A"]
    below = root[1]["children"][0]
    assert (below["title"], below["content_length"], below["order"]) == ("Beta", 5, 0)
    nowhere = api.post(f"/api/v1/documents/{second.pk}/move/", {}, JSON)
    assert nowhere.status_code == 400 and "parent_id" in nowhere.json()["errors"]
    refused = api.post(f"/api/v1/documents/{first.pk}/move/", {"parent_id": str(second.pk)}, JSON)
    assert refused.status_code == 400 and "below itself" in refused.json()["detail"]


def test_entities_are_filtered_by_kind_state_and_due_date(api: Client, launch):
    path = f"/api/v1/projects/{launch.pk}/entities/"
    for fields in (
        {"kind": "task", "title": "Write", "due_on": "2026-05-01"},
        {"kind": "task", "title": "Send", "state": "done", "due_on": "2026-06-01"},
        {"kind": "risk", "title": "Rain", "fields": {"probability": 0.5}},
    ):
        assert api.post(path, fields, JSON).status_code == 201

    def titles(**query):
        return {row["title"] for row in rows_of(api, path, limit=1, **query)}

    assert titles() == {"Write", "Send", "Rain"}
    assert titles(kind="task") == {"Write", "Send"}
    assert titles(state="done") == {"Send"}
    assert titles(due_before="2026-05-02") == {"Write"}


def test_link_is_created_once_and_listed_by_its_ends(api: Client, ann, launch):
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    goal, other = (EntityService(ann, Kind.GOAL).create(launch.pk, title=title).row for title in "GH")
    path = f"/api/v1/projects/{launch.pk}/edges/"
    link = {"source_kind": "task", "source_id": task.pk, "relation": "supports", "target_kind": "goal"}
    made = api.post(path, link | {"target_id": goal.pk}, JSON)
    assert made.status_code == 201
    assert api.post(path, link | {"target_id": goal.pk}, JSON).status_code == 409
    second = api.post(path, link | {"target_id": other.pk}, JSON).json()
    assert [row["id"] for row in rows_of(api, path, limit=1)] == [made.json()["id"], second["id"]]
    assert [row["id"] for row in rows_of(api, path, of=goal.pk)] == [made.json()["id"]]
    one = f"/api/v1/edges/{second['id']}/"
    assert api.patch(one, {"relation": "relates_to"}, JSON).json()["relation"] == "relates_to"
    assert api.delete(f"{one}?version=1").status_code == 409
    assert api.delete(f"{one}?version=2").status_code == 204 and api.get(one).status_code == 404


def test_link_cannot_be_created_through_another_project(api: Client, ann, launch):
    elsewhere = ProjectService(ann).create(name="Podcast").row
    task, goal = (
        EntityService(ann, kind).create(launch.pk, title="Here").row for kind in (Kind.TASK, Kind.GOAL)
    )
    ends = {"source_kind": "task", "source_id": task.pk, "target_kind": "goal", "target_id": goal.pk}
    path = f"/api/v1/projects/{elsewhere.pk}/edges/"
    assert api.post(path, ends | {"relation": "supports"}, JSON).status_code == 404


def test_history_names_who_did_what_and_undoes_a_call(api: Client, ann, launch):
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    api.patch(f"/api/v1/entities/{task.pk}/", {"state": "done"}, JSON)
    path = f"/api/v1/projects/{launch.pk}/history/"
    entries = rows_of(api, path, limit=2)
    assert len(entries) == 5
    assert (entries[0]["who"], entries[0]["action"], entries[0]["name"]) == (
        "ann@acme.example",
        "update",
        "Write",
    )
    undone = api.post(f"{path}{entries[0]['batch']}/undo/").json()
    assert [(one["name"], one["version"]) for one in undone["undone"]] == [("Write", 3)]
    task.refresh_from_db()
    assert task.state == "todo"
    assert api.post(f"{path}{new_id()}/undo/").status_code == 404


def test_undo_of_a_turn_reports_what_was_left(api: Client, amy, ann, launch):
    turn = new_id()
    tasks = EntityService(ann, Kind.TASK, turn_id=turn)
    kept, gone = (tasks.create(launch.pk, title=title).row for title in ("Kept", "Gone"))
    EntityService(amy, Kind.TASK).update(kept.pk, priority=1)
    path = f"/api/v1/turns/{turn}/undo/"
    assert program(amy).post(path).status_code == 404
    assert api.post(path).json()["left"] == ["Task 'Kept' has changed since."]
    assert api.get(f"/api/v1/entities/{gone.pk}/").status_code == 404


def test_trash_lists_newest_first_and_restores(api: Client, ann, launch):
    note = DocumentService(ann).create(launch.pk, title="Note").row
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    api.delete(f"/api/v1/documents/{note.pk}/")
    api.delete(f"/api/v1/entities/{task.pk}/")
    trash = f"/api/v1/projects/{launch.pk}/trash/"
    assert [(row["kind"], row["title"], row["who"]) for row in rows_of(api, trash, limit=1)] == [
        ("task", "Write", "ann@acme.example"),
        ("document", "Note", "ann@acme.example"),
    ]
    assert api.post(f"/api/v1/documents/{note.pk}/restore/").json()["title"] == "Note"
    assert api.post(f"/api/v1/entities/{task.pk}/restore/").json()["version"] == 3
    assert not rows_of(api, trash)


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("post", "/api/v1/projects/", {"name": " "}, "name"),
        ("post", "/api/v1/projects/", {"name": 7}, "name"),
        ("post", "/api/v1/projects/", {"name": "x", "state": "asleep"}, "state"),
        ("get", "/api/v1/projects/?limit=0", None, "limit"),
        ("post", "{project}documents/", {"title": "x" * 201}, "title"),
        ("post", "{project}documents/", {"title": "x", "position": -1}, "position"),
        ("post", "{project}entities/", {"kind": "document", "title": "x"}, "kind"),
        ("post", "{project}entities/", {"kind": "task", "title": "x", "state": "achieved"}, "state"),
        ("post", "{project}entities/", {"kind": "task", "title": "x", "due_on": "soon"}, "due_on"),
        ("post", "{project}entities/", {"kind": "risk", "title": "x", "fields": {"tone": "red"}}, "fields"),
        ("post", "{project}documents/", {"title": "x", "body": "y"}, "body"),
        ("post", "{project}entities/", {"kind": "task", "title": "x", "due": "2026-01-01"}, "due"),
        ("get", "{project}entities/?due_before=soon", None, "due_before"),
        ("get", "{project}entities/?kind=document", None, "kind"),
        ("get", "{project}edges/?of=me", None, "of"),
        ("get", "{project}history/?cursor=me", None, "cursor"),
    ],
)
def test_invalid_field_is_a_problem_that_names_it(api, launch, method, path, body, field):
    path = path.format(project=f"/api/v1/projects/{launch.pk}/")
    refused = getattr(api, method)(path, data=body, content_type=JSON) if body else api.get(path)
    assert refused.status_code == 400 and refused["Content-Type"] == "application/problem+json"
    assert list(refused.json()["errors"]) == [field]


@pytest.mark.parametrize("rows", ["projects/", "{project}documents/", "{project}trash/"])
@pytest.mark.parametrize("cursor", ["nonsense", "2026-01-01~nonsense", "9999-12-31T23:59:59-14:00~x"])
def test_invalid_cursor_is_refused(api: Client, launch, rows, cursor):
    path = rows.format(project=f"projects/{launch.pk}/")
    refused = api.get(f"/api/v1/{path}", {"cursor": cursor})
    assert refused.status_code == 400 and "first page" in refused.json()["detail"]


def test_key_scopes_and_auditor_role_limit_access(acme, ann, launch):
    path, fields = "/api/v1/projects/", {"name": "Podcast"}
    assert program(ann, "read").get(path).status_code == 200
    assert program(ann, "read").post(path, fields, JSON).status_code == 403
    assert program(ann, "chat").get(path).status_code == 403
    auditor = program(make_member(acme, role=Role.AUDITOR))
    assert auditor.get(path).status_code == 200
    assert auditor.post(path, fields, JSON).status_code == 403


@pytest.mark.parametrize("rows", ["documents", "entities", "edges", "trash", "history", "tree"])
def test_list_costs_constant_queries(rows, api: Client, ann, launch, django_assert_max_num_queries):
    goal = EntityService(ann, Kind.GOAL).create(launch.pk, title="Readers").row
    for number in range(12):
        DocumentService(ann).delete(DocumentService(ann).create(launch.pk, title=f"Old {number}").row.pk)
        DocumentService(ann).create(launch.pk, title=f"Note {number}")
        task = EntityService(ann, Kind.TASK).create(launch.pk, title=str(number), due_on=date.today()).row
        EdgeService(ann).create(Ref(Kind.TASK, task.pk), Relation.SUPPORTS, Ref(Kind.GOAL, goal.pk))
    path = f"/api/v1/projects/{launch.pk}/{rows}/"
    api.get(path)  # the key is known from here on
    EntityService(ann, Kind.GOAL).update(goal.pk, title="More readers")  # and the titles are not
    with django_assert_max_num_queries(4):
        assert len(api.get(path).json().get("results", range(10))) >= 10


def test_openapi_document_lists_every_field_of_rows(ann, launch):
    document = DocumentService(ann).create(launch.pk, title="Note").row
    task = EntityService(ann, Kind.TASK).create(launch.pk, title="Write").row
    edge = (
        EdgeService(ann)
        .create(Ref(Kind.TASK, task.pk), Relation.DOCUMENTED_IN, Ref(Kind.DOCUMENT, document.pk))
        .row
    )
    for row, data in (
        (launch, output_serializers.ProjectData),
        (document, output_serializers.DocumentData),
        (task, output_serializers.EntityData),
        (edge, output_serializers.EdgeData),
    ):
        assert set(represent(row)) == set(data().fields)
