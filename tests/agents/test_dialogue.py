"""The dialogue's state goes through JSON and back, and drafts are never lost on the way."""

import json

from hypothesis import given
from hypothesis import strategies as st

from agents.dialogue import DialogueState, Draft
from intent.types import ActionType, Choice, Pending

words = st.text(max_size=20)
drafts = st.builds(
    Draft,
    kind=st.sampled_from(["create_agent", "update_agent", "create_skill", "manage_platform"]),
    slots=st.dictionaries(words, words, max_size=4),
    asking=words,
    target=st.none() | words,
)
choices = st.builds(Choice, words, words, st.sampled_from(ActionType), words, st.none() | words)
pendings = st.builds(
    Pending,
    st.sampled_from(ActionType),
    st.sampled_from(["slot", "choice", "confirm"]),
    words,
    slot=st.none() | words,
    choices=st.lists(choices, max_size=4).map(tuple),
    target_agent=st.none() | words,
)
states = st.builds(
    DialogueState,
    draft=st.none() | drafts,
    pending=st.none() | pendings,
    resting=st.lists(drafts, max_size=3).map(tuple),
    shown_agents=st.lists(words, max_size=4).map(tuple),
    last_agent=st.none() | words,
)


@given(states)
def test_a_state_survives_being_stored(state: DialogueState):
    assert DialogueState.from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_nothing_stored_is_an_empty_state():
    assert DialogueState.from_dict({}) == DialogueState()


def test_a_draft_at_rest_is_taken_up_as_it_was():
    draft = Draft("create_agent", {"source": "Notion"}, "subject")
    state = DialogueState(draft=draft, pending=Pending(ActionType.CREATE_AGENT, "slot", slot="subject"))
    rested = state.at_rest()
    assert rested.draft is None and rested.pending is None
    assert rested.taken_up().draft == draft and rested.taken_up().resting == ()


def test_an_open_yes_or_no_is_not_kept_as_a_draft():
    assert DialogueState(draft=Draft("update_agent", {}, "confirm", "a")).at_rest().resting == ()
