"""Changes, errors and signals of the services."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.projects import tree
from omniforge.projects.changes import record_changes
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Edge, Project, Version
from omniforge.projects.selectors import current_changes_by, edges_of
from omniforge.projects.services import (
    DocumentService,
    EdgeService,
    EntityService,
    ProjectService,
    Ref,
    edges,
    undo_batch,
    undo_turn,
)
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.factories import make_member, make_tenant
from tests.projects.client import PatchedClient, as_bytes, fetched

HELD_AND_LOOKED = ('FROM "projects_project"', "MAX(")


def make_task(access: Access, project: Project, title: str, **fields):
    return EntityService(access, Kind.TASK).create(project.pk, title=title, **fields).row


def make_document(access: Access, project: Project, title: str, **fields):
    return DocumentService(access).create(project.pk, title=title, **fields).row


def test_new_project_keeps_its_context_verbatim(launch: Project):
    anchor = Document.objects.get(project=launch)
    assert (anchor.role, anchor.content) == ("context", "We bring the app out in May.")
    assert tree.ids(launch.doc_structure) == [anchor.pk]


def test_change_of_an_old_version_is_a_conflict(ann: Access, launch: Project):
    tasks = EntityService(ann, Kind.TASK)
    task = make_task(ann, launch, "Write the mail")
    tasks.update(task.pk, state="in_progress")
    with pytest.raises(Conflict, match="'Write the mail' is at version 2 by now"):
        tasks.update(task.pk, version=1, title="Write two mails")
    assert tasks.read(task.pk).title == "Write the mail"


def test_reopened_task_loses_its_completion_time(ann: Access, launch: Project):
    tasks, task = EntityService(ann, Kind.TASK), make_task(ann, launch, "Write the mail")
    assert tasks.update(task.pk, state="done").row.completed_at
    assert tasks.update(task.pk, state="todo").row.completed_at is None


def test_unchanged_value_makes_no_version(ann: Access, launch: Project):
    task = make_task(ann, launch, "Write the mail", priority=2)
    assert EntityService(ann, Kind.TASK).update(task.pk, priority=2).changes == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "finished"},
        {"priority": 9},
        {"title": " "},
        {"fields": {"colour": "red"}},
        {"due_on": "soon"},
    ],
)
def test_invalid_field_is_refused_by_name(ann: Access, launch: Project, fields):
    with pytest.raises(InvalidInput) as caught:
        make_task(ann, launch, **{"title": "Write", **fields})
    assert list(caught.value.fields) == list(fields)


def test_link_is_unique_and_deleted_with_its_ends(ann: Access, launch: Project):
    task, goal = make_task(ann, launch, "Write"), EntityService(ann, Kind.GOAL)
    aim = goal.create(launch.pk, title="1,000 readers").row
    edges, ends = EdgeService(ann), (Ref(Kind.TASK, task.pk), Ref(Kind.GOAL, aim.pk))
    edges.create(ends[0], Relation.SUPPORTS, ends[1])
    with pytest.raises(Conflict, match="linked so already"):
        edges.create(ends[0], Relation.SUPPORTS, ends[1])
    with pytest.raises(InvalidInput, match="Possible: supports, relates_to"):
        edges.create(ends[0], Relation.MITIGATES, ends[1])
    EntityService(ann, Kind.TASK).delete(task.pk)
    assert not Edge.objects.exists()


def test_link_between_two_projects_is_refused(ann: Access, launch: Project):
    other = ProjectService(ann).create(name="Podcast").row
    here, there = make_task(ann, launch, "Write"), make_task(ann, other, "Record")
    with pytest.raises(InvalidInput, match="same project"):
        EdgeService(ann).create(Ref(Kind.TASK, here.pk), Relation.DEPENDS_ON, Ref(Kind.TASK, there.pk))


class TestLinkChangedMeanwhile:
    """After waiting for the project's lock, a service sees the previous holder's changes."""

    @pytest.fixture
    def meanwhile(self, monkeypatch) -> Callable[[Callable[[], object]], None]:
        """Run another person's action while the next service waits for the lock."""

        def plan(change: Callable[[], object]) -> None:
            def waiting(*held):
                monkeypatch.setattr(edges, "record_changes", record_changes)
                change()
                return record_changes(*held)

            monkeypatch.setattr(edges, "record_changes", waiting)

        return plan

    @pytest.fixture
    def link(self, ann: Access, launch: Project) -> Edge:
        first, second = (Ref(Kind.TASK, make_task(ann, launch, title).pk) for title in ("A", "B"))
        return EdgeService(ann).create(first, Relation.RELATES_TO, second).row

    def test_update_of_a_link_deleted_meanwhile_is_not_found(self, ann: Access, link: Edge, meanwhile):
        meanwhile(lambda: EdgeService(ann).delete(link.pk))
        with pytest.raises(NotFound):
            EdgeService(ann).update(link.pk, Relation.BLOCKS)
        assert not Edge.objects.exists()

    def test_deletion_of_a_link_deleted_meanwhile_is_not_found(self, ann: Access, link: Edge, meanwhile):
        meanwhile(lambda: EdgeService(ann).delete(link.pk))
        with pytest.raises(NotFound):
            EdgeService(ann).delete(link.pk)

    def test_update_of_a_link_changed_meanwhile_is_a_conflict(self, ann: Access, link: Edge, meanwhile):
        meanwhile(lambda: EdgeService(ann).update(link.pk, Relation.DEPENDS_ON))
        with pytest.raises(Conflict, match="version 2"):
            EdgeService(ann).update(link.pk, Relation.BLOCKS, version=1)
        assert Edge.objects.get().relation == Relation.DEPENDS_ON

    def test_link_to_an_entity_deleted_meanwhile_is_not_found(self, ann: Access, link: Edge, meanwhile):
        ends = Ref(Kind.TASK, link.source_id), Ref(Kind.TASK, link.target_id)
        meanwhile(lambda: EntityService(ann, Kind.TASK).delete(link.target_id))
        with pytest.raises(NotFound):
            EdgeService(ann).create(ends[0], Relation.BLOCKS, ends[1])
        assert not Edge.objects.exists()


def test_another_workspace_sees_and_changes_nothing(ann: Access, launch: Project):
    task, stranger = make_task(ann, launch, "Write"), make_member(make_tenant())
    for attempt in (
        lambda: ProjectService(stranger).read(launch.pk),
        lambda: EntityService(stranger, Kind.TASK).update(task.pk, title="Mine"),
        lambda: EntityService(stranger, Kind.TASK).create(launch.pk, title="Mine"),
        lambda: DocumentService(stranger).create(launch.pk, title="Mine"),
    ):
        with pytest.raises(NotFound):
            attempt()


def test_auditor_reads_but_cannot_write(ann: Access, launch: Project):
    auditor = Access(ann.tenant_id, ann.user_id, Role.AUDITOR)
    assert ProjectService(auditor).read(launch.pk) == launch
    with pytest.raises(NotAllowed):
        EntityService(auditor, Kind.TASK).create(launch.pk, title="Write")


@pytest.mark.django_db(transaction=True)
def test_undo_of_a_turn_restores_all_rows_and_patched_clients(ann: Access, launch: Project):
    folder = make_document(ann, launch, "Research")
    scan = make_document(ann, launch, "Competitor scan", parent_id=folder.pk, content="Two rivals.")
    task = make_task(ann, launch, "Write the mail", due_on=date(2026, 5, 1))
    untouched = fetched(ann)
    with PatchedClient(ann) as client:
        client.rows = dict(untouched)
        turn = new_id()
        documents = DocumentService(ann, turn_id=turn)
        documents.update(scan.pk, content="Three rivals.")
        documents.delete(folder.pk)
        notes = documents.create(launch.pk, title="Notes", parent_id=scan.pk).row
        documents.move(notes.pk, parent_id=None, position=0)
        tasks = EntityService(ann, Kind.TASK, turn_id=turn)
        tasks.update(task.pk, state="done", due_on=None)
        new = tasks.create(launch.pk, title="Call the press").row
        EdgeService(ann, turn_id=turn).create(
            Ref(Kind.TASK, new.pk), Relation.DEPENDS_ON, Ref(Kind.TASK, task.pk)
        )
        assert client.rows == fetched(ann)
        undone = undo_turn(access=ann, turn_id=turn)
        assert undone.left == []
        assert client.as_bytes == as_bytes(fetched(ann))
    assert told(fetched(ann)) == told(untouched)


@pytest.mark.django_db(transaction=True)
def test_undo_leaves_and_reports_what_changed_since(ann: Access, launch: Project):
    turn, task = new_id(), make_task(ann, launch, "Write the mail")
    mine = EntityService(ann, Kind.TASK, turn_id=turn)
    mine.update(task.pk, title="Write two mails", priority=1)
    new = mine.create(launch.pk, title="Call the press").row
    EntityService(ann, Kind.TASK).update(task.pk, priority=3)
    EntityService(ann, Kind.TASK).update(new.pk, title="Call everybody")
    undone = undo_turn(access=ann, turn_id=turn)
    assert undone.left == [
        "Task 'Call the press' has changed since.",
        "Task 'Write two mails' has changed since: priority.",
    ]
    assert [one.name for one in undone.changes] == ["Write the mail"]
    left = EntityService(ann, Kind.TASK).read(task.pk)
    assert (left.title, left.priority) == ("Write the mail", 3)


@pytest.mark.django_db(transaction=True)
def test_undo_restores_the_fields_that_nobody_changed_since(ann: Access, amy: Access, launch: Project):
    risks, turn = EntityService(ann, Kind.RISK), new_id()
    risk = risks.create(launch.pk, title="Ink", priority=3, fields={"impact": "low", "probability": 0.2}).row
    mine = EntityService(ann, Kind.RISK, turn_id=turn)
    mine.update(risk.pk, priority=2, description="Red", fields={"impact": "high", "mitigation": "Two"})
    mine.update(risk.pk, priority=1, fields={"probability": 0.4})
    EntityService(amy, Kind.RISK).update(risk.pk, priority=2, fields={"probability": 0.5})
    risks.update(risk.pk, title="Ink and paper")
    undone = undo_turn(access=ann, turn_id=turn)
    [said] = undone.left
    assert said == "Risk 'Ink' has changed since: priority, probability."
    assert [one.changed_by_id for one in undone.since[said]] == [amy.user_id]
    now = risks.read(risk.pk)
    assert (now.title, now.priority, now.description) == ("Ink and paper", 2, "")
    assert now.fields == {"impact": "low", "probability": 0.5}


@pytest.mark.django_db(transaction=True)
def test_undo_keeps_a_project_that_holds_others_changes(ann: Access, amy: Access):
    turn = new_id()
    spring = ProjectService(ann, turn_id=turn).create(name="Spring").row
    kept = EntityService(ann, Kind.TASK, turn_id=turn).create(spring.pk, title="Write").row
    EntityService(amy, Kind.TASK).update(kept.pk, title="Write two mails")
    undone = undo_turn(access=ann, turn_id=turn)
    assert undone.left == [
        "Task 'Write' has changed since.",
        "Project 'Spring' stays, because there is still something in it.",
    ]
    assert [change.name for change in undone.changes if change.entity_type != "project"] == [
        "Project context"
    ]
    assert EntityService(ann, Kind.TASK).read(kept.pk).title == "Write two mails"


@pytest.mark.django_db(transaction=True)
def test_undo_reports_each_kept_row_once_with_its_reason(ann: Access, amy: Access, launch: Project):
    plan = EntityService(ann, Kind.PLAN).create(launch.pk, title="Plan").row
    old, moved = make_task(ann, launch, "Old"), make_document(ann, launch, "Moved")
    EdgeService(ann).create(Ref(Kind.PLAN, plan.pk), Relation.HAS_TASK, Ref(Kind.TASK, old.pk))
    turn = new_id()
    tasks = EntityService(ann, Kind.TASK, turn_id=turn)
    new = tasks.create(launch.pk, title="New").row
    tasks.update(new.pk, title="Newer")
    tasks.delete(old.pk)
    DocumentService(ann, turn_id=turn).move(moved.pk, parent_id=None, position=0)
    EntityService(amy, Kind.TASK).update(new.pk, title="Newest")
    DocumentService(amy).delete(moved.pk)
    EntityService(amy, Kind.PLAN).delete(plan.pk)
    undone = undo_turn(access=ann, turn_id=turn)
    assert undone.left == [
        "Document 'Moved' was deleted since.",
        "Link 'has task' cannot come back: one of its ends is not there.",
        "Task 'Newer' has changed since.",
    ]
    assert [(change.name, change.action) for change in undone.changes] == [("Old", "restore")]


def test_current_changes_end_with_a_later_change(ann: Access, amy: Access, launch: Project):
    turn, task = new_id(), make_task(ann, launch, "Write the mail")
    EntityService(ann, Kind.TASK, turn_id=turn).update(task.pk, state="done")
    EntityService(amy, Kind.TASK, turn_id=turn).create(launch.pk, title="Of amy")
    standing = current_changes_by(ann.tenant_id, ann.user_id).filter(turn_id=turn)
    assert [one.name for one in standing] == ["Write the mail"]
    undo_turn(access=ann, turn_id=turn)
    assert not standing.all().exists()


def test_every_version_stores_its_inverse_patch(ann: Access, launch: Project):
    task = make_task(ann, launch, "Write the mail")
    EntityService(ann, Kind.TASK).update(task.pk, state="done")
    last = Version.objects.filter(entity_id=task.pk).latest("number")
    assert {"op": "replace", "path": "/state", "value": "todo"} in last.inverse


def told(rows):
    """Return rows without what every change moves on."""
    skipped = {"version", "updated_at"}
    return {
        key: {name: value for name, value in row.items() if name not in skipped} for key, row in rows.items()
    }


def test_undo_locks_before_it_reads_the_rows(ann: Access, launch: Project):
    turn_id = new_id()
    EntityService(ann, Kind.TASK, turn_id=turn_id).create(launch.pk, title="A")
    with CaptureQueriesContext(connection) as asked:
        undo_turn(access=ann, turn_id=turn_id)
    queries = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    held, looked = (next(n for n, sql in enumerate(queries) if sign in sql) for sign in HELD_AND_LOOKED)
    assert held < looked
    assert connection.vendor == "sqlite" or "FOR UPDATE" in queries[held]  # SQLite has one writer anyway


def test_undo_of_a_deletion_restores_its_links(ann: Access, launch: Project):
    plan = EntityService(ann, Kind.PLAN).create(launch.pk, title="Plan").row
    for _ in range(20):  # what is done in one millisecond is undone in order too
        task = EntityService(ann, Kind.TASK).create(launch.pk, title="Task").row
        EdgeService(ann).create(Ref(Kind.PLAN, plan.pk), Relation.HAS_TASK, Ref(Kind.TASK, task.pk))
        EntityService(ann, Kind.TASK).delete(task.pk)
        deletion = Version.objects.get(entity_id=task.pk, action="delete").batch
        assert undo_batch(access=ann, batch=deletion).left == []
        assert edges_of(ann, task.pk).count() == 1
