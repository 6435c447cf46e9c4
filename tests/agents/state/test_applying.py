"""Updates of a state are idempotent, lose no assumption, and accept nothing made up."""

from datetime import UTC, datetime, timedelta

import jsonpatch
from hypothesis import given
from hypothesis import strategies as st

from agents.memory.state.applying import apply_updates, delta_between
from agents.memory.state.assumptions import normalised
from agents.memory.state.updates import (
    AddItem,
    ItemPatch,
    RemoveItem,
    StateUpdate,
    UnderstandingUpdate,
    UpdateItem,
)
from agents.memory.state.values import (
    EMPTY,
    MOST,
    AgentState,
    Assumption,
    Dependency,
    Expectation,
    Hypothesis,
    KnownEntity,
    StateItem,
)

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
IDS = ("plan", "task", "goal", "risk", "made-up")
KNOWN = frozenset(IDS) - {"made-up"}


def made(value, /, **fields):
    """Return a strategy for values; plain Hypothesis would fill fields under both of their names."""
    return st.fixed_dictionaries(fields).map(lambda given: value(**given))


WORDS = st.sampled_from(["It ships in May", "it ships in  may.", "Ann pays", "Nobody pays", "Rain"])
ids = st.sampled_from(IDS)
names = st.sampled_from(["", "Launch", "Copy"])
related = st.lists(ids, max_size=2).map(tuple)
items = made(
    StateItem,
    id=ids,
    kind=st.sampled_from(["task", "idea"]),
    title=names,
    related_entity_ids=related,
    created_at=st.just(AT),
    updated_at=st.just(AT),
)
item_updates = st.lists(
    st.one_of(
        made(AddItem, item=items),
        made(
            UpdateItem,
            id=ids,
            patch=made(ItemPatch, title=names, related_entity_ids=st.none() | related),
        ),
        made(RemoveItem, id=ids),
    ),
    max_size=6,
)
assumptions = made(
    Assumption, id=ids, hypothesis=WORDS, confidence=st.floats(-3, 3), evidence=st.lists(WORDS).map(tuple)
)
dependencies = made(Dependency, source=ids, target=ids, relation=st.just("has_task"))
updates = made(
    StateUpdate,
    current_understanding=made(
        UnderstandingUpdate,
        entities=st.lists(made(KnownEntity, id=ids, kind=st.just("task"), name=names)).map(tuple),
        dependencies=st.lists(dependencies, max_size=4).map(tuple),
    ),
    assumptions=st.lists(assumptions, max_size=5).map(tuple),
    expectations=st.lists(
        made(
            Expectation,
            id=ids,
            action=names,
            expected_outcome=names,
            expected_ids=related,
            status=st.sampled_from(["pending", "confirmed", "failed"]),
        ),
        max_size=3,
    ).map(tuple),
    tentative_hypotheses=st.lists(made(Hypothesis, id=ids, hypothesis=WORDS), max_size=3).map(tuple),
    removed=st.lists(st.sampled_from([*IDS, "plan:task:has_task"]), max_size=3).map(tuple),
)
steps = st.lists(st.tuples(item_updates, updates), max_size=4)


def after(changes, state=EMPTY):
    for item_changes, change in changes:
        state = apply_updates(state, item_changes, change, known_ids=KNOWN)
    return state


def assuming(*pairs):
    return StateUpdate(
        assumptions=tuple(Assumption(id=id, hypothesis=words, confidence=sure) for id, words, sure in pairs)
    )


@given(steps, item_updates, updates)
def test_applying_updates_is_idempotent(before, item_changes, change):
    once = apply_updates(after(before), item_changes, change, known_ids=KNOWN)
    assert apply_updates(once, item_changes, change, known_ids=KNOWN) == once


@given(steps)
def test_assumptions_are_never_lost_or_reworded(changes):
    state = AgentState()
    for change in changes:
        before = {one.id: one.hypothesis for one in state.assumptions}
        state = after([change], state)
        now = {one.id: one.hypothesis for one in state.assumptions}
        assert before.items() <= now.items()
        assert len({normalised(words) for words in now.values()}) == len(now)


@given(steps)
def test_unknown_ids_are_dropped(changes):
    state = after(changes)
    assert "made-up" not in state.ids
    assert all("made-up" not in item.related_entity_ids for item in state.items)


@given(steps)
def test_confidence_stays_between_zero_and_one(changes):
    assert all(0 <= one.confidence <= 1 for one in after(changes).assumptions)


@given(steps, steps)
def test_delta_and_its_inverse_lead_there_and_back(first, second):
    before = after(first)
    now = after(second, before)
    delta = delta_between(before, now)
    assert jsonpatch.apply_patch(before.to_json(), list(delta.patch)) == now.to_json()
    assert jsonpatch.apply_patch(now.to_json(), list(delta.inverse)) == before.to_json()
    assert bool(delta.patch) == (before != now)


@given(steps)
def test_state_survives_json_round_trip(changes):
    state = after(changes)
    assert AgentState.from_json(state.to_json()) == state


def note(number):
    return AddItem(
        item=StateItem(id=f"n{number}", kind="note", title=f"Note {number}", created_at=AT, updated_at=AT)
    )


def test_least_recently_touched_item_is_dropped():
    state = apply_updates(AgentState(), [note(n) for n in range(MOST["items"])])
    state = apply_updates(state, [UpdateItem(id="n0", patch=ItemPatch(title="Again")), note(500)])
    kept = [item.id for item in state.items]
    assert len(kept) == MOST["items"]
    assert kept[-2:] == ["n0", "n500"] and "n1" not in kept


def test_only_refuted_assumptions_are_dropped_when_full():
    full = assuming(*((f"a{n}", f"Thing {n}", 0.5) for n in range(MOST["assumptions"])))
    state = apply_updates(AgentState(), (), full)
    assert apply_updates(state, (), assuming(("new", "News", 0.9))) == state
    refuted = apply_updates(state, (), assuming(("a7", "Thing 7", 0)))
    ids_now = {one.id for one in apply_updates(refuted, (), assuming(("new", "News", 0.9))).assumptions}
    assert "new" in ids_now and "a7" not in ids_now and len(ids_now) == MOST["assumptions"]


def test_assumption_with_an_unknown_id_is_matched_by_text():
    state = apply_updates(AgentState(), (), assuming(("a", "It ships in May.", 0.6)))
    state = apply_updates(state, (), assuming(("b", "it ships  in may", 0)))
    assert [(one.id, one.confidence) for one in state.assumptions] == [("a", 0.0)]


def test_updates_of_unknown_items_are_ignored():
    changes = [UpdateItem(id="nowhere", patch=ItemPatch(title="x")), RemoveItem(id="nowhere"), note(1)]
    patch = ItemPatch(status="resolved", updated_at=AT + timedelta(hours=1))
    state = apply_updates(AgentState(), [*changes, UpdateItem(id="n1", patch=patch)])
    (item,) = state.items
    assert (item.title, item.status, item.updated_at - item.created_at) == (
        "Note 1",
        "resolved",
        timedelta(hours=1),
    )


def test_removed_entity_loses_its_links():
    seen = UnderstandingUpdate(
        entities=(KnownEntity(id="plan", kind="plan"), KnownEntity(id="task", kind="task")),
        dependencies=(Dependency(source="plan", target="task", relation="has_task"),),
    )
    state = apply_updates(AgentState(), (), StateUpdate(current_understanding=seen), known_ids=KNOWN)
    state = apply_updates(state, (), StateUpdate(removed=("task",)))
    known = state.current_understanding
    assert [one.id for one in known.entities] == ["plan"] and not known.dependencies


def test_long_texts_are_truncated():
    item = note(1).item.model_copy()
    long = StateItem(**{**item.model_dump(), "title": "x" * 5_000, "details": "y" * 5_000})
    assert len(long.title) == 300 and len(long.details) == 1_000 and long.title.endswith("…")
