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


def test_created_things_and_links_are_known(made):
    known = state_after(made).current_understanding
    assert {(one.kind, one.name) for one in known.entities} >= {
        ("plan", "Spring plan"),
        ("task", "Write copy"),
    }
    (link,) = known.dependencies
    assert link.relation == "has_task"
    assert {link.source, link.target} <= {one.id for one in known.entities}


def test_deleted_thing_is_no_longer_known(ann, launch, made):
    state = state_after(made)
    task = next(one for one in state.current_understanding.entities if one.kind == "task")
    gone = EntityService(ann, Kind.TASK).delete(task.id)
    known = state_after(patches_of(gone.changes), state).current_understanding
    assert task not in known.entities and not known.dependencies


def test_thing_created_and_deleted_in_one_turn_is_unknown(ann, launch):
    service = EntityService(ann, Kind.TASK)
    new = service.create(project_id=launch.pk, title="Write copy")
    gone = service.delete(new.row.pk)
    state = state_after(patches_of([*new.changes, *gone.changes]))
    assert not any(one.kind == "task" for one in state.current_understanding.entities)


def test_completed_operations_add_known_agents():
    state = state_after(
        [
            Operation("create", "agent", "notion-reporter", "done", "a1"),
            Operation("read", "document", "Competitor scan", "started", "d1"),
            Operation("list", "agent", "agents", "done"),
        ]
    )
    assert [(one.id, one.name) for one in state.current_understanding.entities] == [("a1", "notion-reporter")]


def test_text_alone_changes_no_state():
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
def test_expectation_is_checked_by_ids_then_type_then_count(made, fields, status):
    (expected,) = checked(expecting(**fields), made).expectations
    assert expected.status == status
    assert (expected.last_checked_at == AT) == (status != "pending")


def test_expected_ids_confirm_the_expectation(made):
    task = next(one.entity_id for one in made if one.entity_type == "task")
    state = apply_updates(
        AgentState(),
        (),
        StateUpdate(expectations=(Expectation(**EXPECTED, expected_ids=(task,)),)),
        known_ids=[task],
    )
    assert checked(state, made).expectations[0].status == "confirmed"


def test_expectation_stays_open_if_its_action_did_not_run():
    state = expecting(expected_count=1)
    assert checked(state, [TextDelta("done")]) == state


def test_unmet_expectation_becomes_a_doubt_with_evidence():
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


def test_link_to_an_unnamed_thing_is_not_rendered_by_name():
    things = tuple(KnownEntity(id=one, kind="task", name=one.upper()) for one in ("a", "b"))
    links = tuple(Dependency(source="a", target=one, relation="depends_on") for one in ("b", "0192f-x"))
    state = AgentState(current_understanding=Understanding(entities=things, dependencies=links))
    assert "A depends_on B" in render_state(state, 1_000, ids=False)
    assert "0192f-x" not in render_state(state, 1_000, ids=False)
    assert "A depends_on 0192f-x" in render_state(state, 1_000)


def test_state_is_rendered_within_its_token_budget(made):
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
