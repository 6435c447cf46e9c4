"""What words refer to: one thing, one of several, or none; never beyond what the person may see."""

from datetime import date

import pytest
from django.utils import timezone

from agents.failures import ToolFailed
from agents.tools.named_things import IN_PROJECTS, LOADERS, Ref
from agents.tools.resolver import Resolver
from agents.tools.workspace.scope import Scope
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.ids import new_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def launch(ann):
    project = ProjectService(ann).create(name="Launch").row
    documents = DocumentService(ann)
    rivals = documents.create(project.pk, title="Rivals").row
    documents.create(project.pk, parent_id=rivals.pk, title="Acme")
    documents.create(project.pk, title="Acme")
    EntityService(ann, Kind.TASK).create(project.pk, title="Email the beta list")
    return project


@pytest.fixture
def other(ann):
    project = ProjectService(ann).create(name="Other").row
    EntityService(ann, Kind.TASK).create(project.pk, title="Email the beta list")
    return project


def scope(access, focus=EVERYTHING) -> Scope:
    return Scope(access, focus, new_id(), timezone.now())


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("email the BETA  list", "Email the beta list"),
        ("the beta list", "Email the beta list"),
        ("the task Email the beta list for Ben", "Email the beta list"),
        ("Rivals > Acme", "Acme"),
        ("rivals / acme", "Acme"),
        ("Launch > Rivals", "Rivals"),
        ("launch/email the beta list", "Email the beta list"),
        ("Launch > Rivals > Acme", "Acme"),
    ],
)
def test_things_are_found_by_title_words_and_path(ann, launch, words, title):
    one = Resolver(scope(ann), loosely=True).resolve(words, IN_PROJECTS).one
    assert one is not None and one.title == title


def test_longer_name_is_not_taken_for_the_thing_that_has_a_part_of_it(ann, launch):
    found = Resolver(scope(ann)).resolve("Rivals copy", IN_PROJECTS)
    assert not found.found and [one.title for one in found.nearest] == ["Rivals"]


def test_things_with_a_part_of_a_name_and_those_like_it_are_named(ann, launch):
    DocumentService(ann).create(launch.pk, title="Rivals 2025")
    found = Resolver(scope(ann)).resolve("Rivals 2024", IN_PROJECTS)
    assert {"Rivals", "Rivals 2025"} <= {one.title for one in found.nearest}


def test_path_is_resolved_in_its_own_project(ann, launch, other):
    here = Resolver(scope(ann))
    one = here.resolve("Other/Email the beta list", IN_PROJECTS, "Launch").one
    assert one is not None and one.project_id == other.pk
    assert not here.resolve("Nowhere/Email the beta list", IN_PROJECTS, "Launch").found


def test_same_titles_in_one_project_differ_by_due_date(ann, launch):
    tasks = EntityService(ann, Kind.TASK)
    first = tasks.create(launch.pk, title="Order racks", due_on=date(2026, 12, 3)).row
    second = tasks.create(launch.pk, title="Order racks").row
    with pytest.raises(ToolFailed) as failed:
        Resolver(scope(ann)).one("Order racks", IN_PROJECTS)
    told = failed.value.message
    assert f"due Thu 03 Dec 2026 (id {first.pk})" in told and f"no due date (id {second.pk})" in told


def test_identical_things_differ_by_creation_time(ann, launch):
    tasks = EntityService(ann, Kind.TASK)
    same = [tasks.create(launch.pk, title="Order racks").row for _ in range(2)]
    resolver = Resolver(scope(ann))
    apart = resolver.apart([Ref("task", same[0].pk, "Order racks")])
    assert set(apart) == {one.pk for one in same} and len(set(apart.values())) == 2


def test_several_matches_are_candidates_and_a_typo_is_none(ann, launch):
    found = Resolver(scope(ann)).resolve("Acme", IN_PROJECTS)
    assert found.one is None and {one.path for one in found.found} == {"Acme", "Rivals > Acme"}
    found = Resolver(scope(ann)).resolve("Rivls", IN_PROJECTS)
    assert not found.found and [one.title for one in found.nearest] == ["Rivals"]


def test_focused_project_is_searched_before_all(ann, launch, other):
    in_focus = Resolver(scope(ann, Focus(other.pk))).resolve("beta list", ["task"]).one
    assert in_focus is not None and in_focus.project_id == other.pk
    assert Resolver(scope(ann, Focus(other.pk))).resolve("Rivals", ["document"]).one is not None
    named = Resolver(scope(ann, Focus(other.pk))).resolve("beta list", ["task"], "Launch").one
    assert named is not None and named.project_id == launch.pk
    assert len(Resolver(scope(ann)).resolve("beta list", ["task"]).found) == 2


def test_id_of_another_kind_is_reported(ann, launch):
    with pytest.raises(ToolFailed, match="This id is of the project 'Launch', and a task is wanted"):
        Resolver(scope(ann)).one(str(launch.pk), ["task"])


def test_same_name_in_two_projects_names_the_projects(ann, launch, other):
    with pytest.raises(ToolFailed) as error:
        Resolver(scope(ann)).one("Email the beta list", ["task"])
    assert "task 'Email the beta list' in project 'Launch' (id" in error.value.message
    assert "task 'Email the beta list' in project 'Other' (id" in error.value.message


def test_same_named_documents_show_their_paths(ann, launch):
    with pytest.raises(ToolFailed) as error:
        Resolver(scope(ann)).one("Acme", ["document"])
    assert "document 'Rivals > Acme' in project 'Launch' (id" in error.value.message
    assert "document 'Acme' in project 'Launch' (id" in error.value.message


def test_unknown_id_is_reported(ann, launch):
    made = Resolver(scope(ann)).one("beta list", ["task"])
    slip = f"{str(made.id)[:-1]}{'0' if str(made.id)[-1] != '0' else '1'}"
    with pytest.raises(ToolFailed, match=f"no task of the id {slip}.*task 'Email the beta list'"):
        Resolver(scope(ann)).one(slip, ["task"])
    stranger = "3b241101-e2bb-4255-8caf-4136c566a962"
    with pytest.raises(ToolFailed, match=f"There is no task of the id {stranger}. Give a name"):
        Resolver(scope(ann)).one(stranger, ["task"])


def test_titles_are_loaded_once_for_many_names(ann, launch, django_assert_max_num_queries):
    resolver = Resolver(scope(ann))
    with django_assert_max_num_queries(4):
        for _ in range(5):
            assert resolver.resolve("beta list", IN_PROJECTS).one
            assert not resolver.resolve("nothing of the sort", IN_PROJECTS).found


def test_a_stranger_finds_nothing(bob, launch):
    for words in ("Launch", "Rivals", str(launch.pk), "beta list"):
        found = Resolver(scope(bob)).resolve(words, LOADERS)
        assert (not found.found and not found.nearest) or found.nearest[0].kind == "member"


def test_only_project_is_the_default(ann, launch):
    assert Resolver(scope(ann)).project().id == launch.pk


def test_several_projects_need_a_name(ann, launch, other):
    with pytest.raises(ToolFailed, match=r"Say which project\. Those that are: project 'Other'"):
        Resolver(scope(ann)).project()
