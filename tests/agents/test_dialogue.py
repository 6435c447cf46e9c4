"""The dialogue state round-trips through JSON without losing anything open."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.context.dialogue import DialogueState
from agents.context.open import Draft, OpenChoice, OpenDraft, OpenRun
from agents.records.states import read_state
from intent.types import ActionType, Choice, Pending

words = st.text(max_size=20)
drafts = st.builds(
    Draft,
    kind=st.sampled_from(["create_agent", "create_skill"]),
    slots=st.dictionaries(words, words, max_size=4),
    asking=words,
    target=st.none() | words,
    id=words,
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
what_is_open = st.one_of(
    st.builds(OpenDraft, drafts, pendings, st.booleans()),
    st.builds(OpenChoice, pendings),
    st.builds(OpenRun, words, pendings, st.sampled_from(["words", "choice", "yes", "approval"]), words),
)
states = st.builds(
    DialogueState,
    open=st.lists(what_is_open, max_size=3).map(tuple),
    shown_agents=st.lists(words, max_size=4).map(tuple),
    last_agent=st.none() | words,
    last_words=words,
    at_hand=words,
)
ASKED = Pending(ActionType.CREATE_AGENT, "slot", "Where is the data?", slot="source")


def draft(id: str) -> OpenDraft:
    return OpenDraft(Draft("create_agent", {"purpose": id}, "source", id=id), ASKED)


@given(states)
def test_dialogue_state_survives_json_round_trip(state: DialogueState):
    assert DialogueState.from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_nothing_stored_is_an_empty_state():
    assert DialogueState.from_dict({}) == DialogueState()


def test_unreadable_dialogue_begins_anew_and_is_logged_without_values(caplog: pytest.LogCaptureFixture):
    assert DialogueState.from_dict({"results": "a secret"}) == DialogueState()
    assert caplog.messages == ["a stored dialogue cannot be read and begins anew: results"]


def test_unreadable_state_of_a_run_is_logged_without_values(caplog: pytest.LogCaptureFixture):
    assert read_state({"kind": "answer", "open": "a secret"}) is None
    assert "not resumed" in caplog.text and "secret" not in caplog.text


def test_closing_a_draft_reopens_the_earlier_one():
    state = DialogueState().opened(draft("first")).opened(draft("second"))
    assert state.draft == draft("second").draft
    assert state.closed().draft == draft("first").draft


def test_reopened_draft_replaces_its_earlier_state():
    later = OpenDraft(Draft("create_agent", {}, "when", id="first"), ASKED)
    assert DialogueState().opened(draft("first")).opened(later).open == (later,)


def test_command_question_replaces_its_earlier_one():
    first, second = (OpenRun(name, ASKED, "yes", "settings.retention") for name in ("a", "b"))
    assert DialogueState().opened(first).opened(second).open == (second,)


def test_offer_ends_after_another_message():
    state = DialogueState().opened(draft("first")).waiting(ASKED)
    assert state.gone_on().open == (draft("first"),)
