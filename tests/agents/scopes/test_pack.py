"""A turn's scope pack: the right content, within the budget, reloaded only after a change."""

from datetime import UTC, date, datetime
from weakref import ref

import pytest

from agents.context.project_scope.outline import outline
from agents.context.project_scope.pack import BUDGET, scope_of, scope_pack
from agents.definitions.selectors import catalogue
from omniforge.llm.tokens import count
from omniforge.projects.bundle import load_bundle
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Project, Version
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant


@pytest.fixture
def launch(ann: Access) -> Project:
    return ProjectService(ann).create(name="Launch", context="We bring the app out in May.").row


def pack_of(ann: Access, focus: Focus, message: str = "Hello"):
    pack = scope_pack(load_bundle(ann, focus), message)
    return pack, dict(pack.data)


def test_global_pack_has_one_line_per_project(ann: Access, launch: Project):
    ProjectService(ann).create(name="Podcast", description="Twelve episodes")
    pack, data = pack_of(ann, EVERYTHING)
    assert pack.scope == "global"
    assert data == {"projects": "- Podcast: Twelve episodes\n- Launch"}


def test_project_pack_has_tree_anchor_and_open_work(ann: Access, launch: Project):
    documents, tasks = DocumentService(ann), EntityService(ann, Kind.TASK)
    research = documents.create(launch.pk, title="Research").row
    documents.create(launch.pk, title="Competitor scan", parent_id=research.pk, content="Two rivals.")
    tasks.create(launch.pk, title="Write the mail", due_on=date(2026, 5, 1), priority=1)
    done = tasks.create(launch.pk, title="Choose a name").row
    tasks.update(done.pk, state="done")
    pack, data = pack_of(ann, Focus(launch.pk), "What does the competitor scan say?")
    assert pack.scope == "project"
    assert data["project-context"] == "We bring the app out in May."
    assert data["documents"].splitlines()[1:] == [
        "- Research (0 characters)",
        "  - Competitor scan (11 characters)",
    ]
    assert data["likely-documents"] == "- Competitor scan"
    assert data["open-work"] == "- task 'Write the mail' (todo, priority 1, due 2026-05-01)"
    assert "Two rivals." not in str(pack.data)
    assert "document 'Competitor scan'" in data["recent-changes"]
    assert "update project" not in data["recent-changes"]  # an implied update of the tree


def test_names_of_other_projects_are_told_at_most_ten(ann: Access, launch: Project):
    for number in range(12):
        ProjectService(ann).create(name=f"Fair {number}", description="Stalls")
    pack = scope_of(ann, Focus(launch.pk), "Hello", catalogue(ann))
    assert pack is not None
    others = dict(pack.data)["other-projects"].split(", ")
    assert len(others) == 10 and {one.split()[0] for one in others} == {"Fair"}


def test_recent_changes_tell_a_hand_from_an_assistant(ann: Access, launch: Project):
    EntityService(ann, Kind.TASK, turn_id=new_id()).create(launch.pk, title="Write the mail")
    _, data = pack_of(ann, Focus(launch.pk))
    newest, *older = data["recent-changes"].splitlines()
    assert newest.endswith("create task 'Write the mail' by ann@acme.example, through an assistant")
    assert older and all(one.endswith(" by ann@acme.example, by hand") for one in older)


def test_recent_changes_are_in_the_workspace_time_zone(ann: Access, launch: Project):
    Version.objects.update(created_at=datetime(2026, 11, 26, 23, 14, tzinfo=UTC))
    Tenant.objects.filter(pk=ann.tenant_id).update(time_zone="Europe/Berlin")
    _, data = pack_of(ann, Focus(launch.pk))
    assert data["recent-changes"].startswith("2026-11-27 00:14 create")


def test_focused_document_has_its_text_path_and_links(ann: Access, launch: Project):
    documents = DocumentService(ann)
    research = documents.create(launch.pk, title="Research").row
    scan = documents.create(launch.pk, title="Scan", parent_id=research.pk, content="Two rivals.").row
    goal = EntityService(ann, Kind.GOAL).create(launch.pk, title="Know the market").row
    EdgeService(ann).create(Ref(Kind.GOAL, goal.pk), Relation.DOCUMENTED_IN, Ref(Kind.DOCUMENT, scan.pk))
    pack, data = pack_of(ann, Focus(launch.pk, Kind.DOCUMENT, scan.pk))
    assert pack.scope == "entity"
    assert data["in-focus"].startswith("path: Research\n{")
    assert "Two rivals." in data["in-focus"]
    assert data["in-focus"].endswith("linked: documented_in goal 'Know the market'")


def test_pack_stays_within_its_token_budget(ann: Access, launch: Project):
    long = DocumentService(ann).create(launch.pk, title="Long", content="All of it matters. " * 5_000).row
    for number in range(60):
        EntityService(ann, Kind.TASK).create(launch.pk, title=f"Task {number}: {'with a long title ' * 6}")
    pack, data = pack_of(ann, Focus(launch.pk, Kind.DOCUMENT, long.pk))
    assert pack.tokens - count(pack.instructions) < BUDGET
    assert "more characters: read the rest with a tool." in data["in-focus"]


def test_bundle_is_cached_until_something_changes(ann: Access, launch: Project, django_assert_num_queries):
    focus = Focus(launch.pk)
    load_bundle(ann, focus)
    with django_assert_num_queries(1):
        load_bundle(ann, focus)
    EntityService(ann, Kind.TASK).create(launch.pk, title="Write the mail")
    assert [work.title for work in load_bundle(ann, focus).open] == ["Write the mail"]


def test_outdated_bundle_is_freed(ann: Access, launch: Project):
    focus = Focus(launch.pk)
    pack_of(ann, focus)
    former = ref(load_bundle(ann, focus))
    EntityService(ann, Kind.TASK).create(launch.pk, title="Write the mail")
    pack_of(ann, focus)
    assert former() is None


def test_outline_shows_upper_levels_and_counts_the_rest(ann: Access, launch: Project):
    documents = DocumentService(ann)
    for name in ("First", "Second"):
        above = documents.create(launch.pk, title=name).row
        for number in range(30):
            documents.create(launch.pk, title=f"{name} {number}", parent_id=above.pk)
    bundle = load_bundle(ann, Focus(launch.pk))
    text = outline(bundle.structure["root"], bundle.titles, room=120)
    assert "- First (0 characters) (+" in text and "- Second (0 characters) (+30 below)" in text
