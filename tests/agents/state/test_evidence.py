"""What a turn's events say about things and links, and whether expectations were met."""

from datetime import UTC, datetime

import pytest

from agents.events import Operation, TextDelta, ToolAnswered, ToolCalled
from agents.events.patches import patches_of
from agents.memory.state.applying import apply_updates
from agents.memory.state.evidence import ids_shown, outcomes_of, updates_from
from agents.memory.state.expectations import check_expectations
from agents.memory.state.rendering import render_state
from agents.memory.state.updates import StateUpdate
from agents.memory.state.values import EMPTY, AgentState, Dependency, Expectation, KnownEntity, Understanding
from omniforge.llm.tokens import count
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.services import EdgeService, EntityService, ProjectService, Ref

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 20, 9, tzinfo=UTC)


@pytest.fixture
def made(ann, launch):
    """The events of a turn that created a plan with a task, and linked them."""
    plan = EntityService(ann, Kind.PLAN).create(project_id=launch.pk, title="Spring plan")
    task = EntityService(ann, Kind.TASK).create(project_id=launch.pk, title="Write copy")
    ends = Ref(Kind.PLAN, plan.row.pk), Ref(Kind.TASK, task.row.pk)
    link = EdgeService(ann).create(ends[0], Relation.HAS_TASK, ends[1])
    return patches_of([*plan.changes, *task.changes, *link.changes])


@pytest.fixture
def launch(ann):
    return ProjectService(ann).create(name="Launch", context="We bring the app out in May.").row


def state_after(events, state=EMPTY):
    return apply_updates(state, (), updates_from(events), known_ids=ids_shown(events))


def test_things_and_links_that_were_made_are_known(made):
    known = state_after(made).current_understanding
    assert {(one.kind, one.name) for one in known.entities} >= {
        ("plan", "Spring plan"),
        ("task", "Write copy"),
    }
    (link,) = known.dependencies
    assert link.relation == "has_task"
    assert {link.source, link.target} <= {one.id for one in known.entities}


def test_what_was_deleted_is_no_longer_known(ann, launch, made):
    state = state_after(made)
    task = next(one for one in state.current_understanding.entities if one.kind == "task")
    gone = EntityService(ann, Kind.TASK).delete(task.id)
    known = state_after(patches_of(gone.changes), state).current_understanding
    assert task not in known.entities and not known.dependencies


def test_what_is_made_and_deleted_in_one_turn_leaves_nothing(ann, launch):
    service = EntityService(ann, Kind.TASK)
    new = service.create(project_id=launch.pk, title="Write copy")
    gone = service.delete(new.row.pk)
    state = state_after(patches_of([*new.changes, *gone.changes]))
    assert not any(one.kind == "task" for one in state.current_understanding.entities)


def test_operations_tell_of_agents_and_documents_by_name():
    state = state_after(
        [
            Operation("create", "agent", "notion-reporter", "done", "a1"),
            Operation("read", "document", "Competitor scan", "started", "d1"),
            Operation("list", "agent", "agents", "done"),
        ]
    )
    assert [(one.id, one.name) for one in state.current_understanding.entities] == [("a1", "notion-reporter")]


def test_words_alone_change_nothing():
    assert state_after([TextDelta("I made a task")]) == AgentState()


EXPECTED = {"id": "e", "action": "create task", "expected_outcome": "it is there"}


def expecting(**fields):
    update = StateUpdate(expectations=(Expectation(**EXPECTED, **fields),))
    return apply_updates(AgentState(), (), update, known_ids=["nowhere"])


def checked(state, events):
    update = check_expectations(state, outcomes_of(events), at=AT)
    return apply_updates(state, (), update, known_ids=ids_shown(events))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"expected_ids": ("nowhere",), "expected_count": 1}, "failed"),
        ({"expected_type": "task", "expected_count": 7}, "confirmed"),
        ({"expected_type": "goal"}, "failed"),
        ({"expected_count": 1}, "confirmed"),
        ({"expected_count": 2}, "failed"),
        ({}, "pending"),
    ],
)
def test_ids_decide_then_type_then_count_and_nothing_is_guessed(made, fields, status):
    (expected,) = checked(expecting(**fields), made).expectations
    assert expected.status == status
    assert (expected.last_checked_at == AT) == (status != "pending")


def test_the_ids_that_were_expected_confirm(made):
    task = next(one.entity_id for one in made if one.entity_type == "task")
    state = apply_updates(
        AgentState(),
        (),
        StateUpdate(expectations=(Expectation(**EXPECTED, expected_ids=(task,)),)),
        known_ids=[task],
    )
    assert checked(state, made).expectations[0].status == "confirmed"


def test_an_action_that_did_not_run_leaves_it_open():
    state = expecting(expected_count=1)
    assert checked(state, [TextDelta("done")]) == state


def test_what_a_tool_did_not_give_is_a_doubt_with_its_result_as_evidence():
    state = apply_updates(
        AgentState(),
        (),
        StateUpdate(
            expectations=(
                Expectation(
                    id="e", action="List tasks", expected_outcome="copy is among them", expected_ids=("x",)
                ),
            )
        ),
        known_ids=["x"],
    )
    events = [ToolCalled("c", "list_tasks", "Listing", {}), ToolAnswered("c", True, "2 tasks", 5, "[]")]
    (doubt,) = checked(state, events).assumptions
    assert doubt.confidence == 0.7 and doubt.evidence == ("list_tasks: 2 tasks",)
    assert "copy is among them" in doubt.hypothesis
    assert checked(checked(state, events), events) == checked(state, events)


def test_where_names_are_told_a_link_to_what_has_none_is_left_out():
    things = tuple(KnownEntity(id=one, kind="task", name=one.upper()) for one in ("a", "b"))
    links = tuple(Dependency(source="a", target=one, relation="depends_on") for one in ("b", "0192f-x"))
    state = AgentState(current_understanding=Understanding(entities=things, dependencies=links))
    assert "A depends_on B" in render_state(state, 1_000, ids=False)
    assert "0192f-x" not in render_state(state, 1_000, ids=False)
    assert "A depends_on 0192f-x" in render_state(state, 1_000)


def test_a_state_is_rendered_within_its_budget(made):
    state = checked(expecting(expected_count=5), made)
    lines = render_state(state, 1_000)
    assert "known task: Write copy" not in lines  # only what the state was given is in it
    whole = render_state(state_after(made, state), 1_000)
    assert "known task: Write copy" in whole and "Spring plan has_task Write copy" in whole
    assert "assumed (70%)" in whole and "not come about of 'create task'" in whole
    assert count(render_state(state_after(made, state), 20)) <= 20
    assert render_state(AgentState(), 100) == ""


def test_a_state_is_rendered_by_names_alone(made):
    lines = render_state(state_after(made, AgentState()), 1_000, ids=False).splitlines()
    assert "known task: Write copy" in lines
