"""The agent's state as it is stored: by a turn, by a person, and by both at once."""

import jsonpatch
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.events import Operation, StateChanged, TextDelta
from agents.memory.state.updates import StateUpdate
from agents.memory.state.values import AgentState, Assumption
from conversations.memory.state import Updates, change_state, forget_state, learn_from
from conversations.models import Conversation, Message, Turn, TurnStatus
from conversations.turns.acceptance import accept_message
from conversations.turns.end import Ending, store_ending
from conversations.wire.commands import SendMessage
from omniforge.errors import Conflict, NotFound
from omniforge.storage.ids import new_id

pytestmark = pytest.mark.django_db
READ = Operation("read", "document", "Competitor scan", "done", "d1")
DOUBT = Updates(updates=(StateUpdate(assumptions=(Assumption(id="a", hypothesis="It rains"),)),))


@pytest.fixture
def claim(ann):
    return accept_message(ann, SendMessage(new_id(), "What did they write?")).claim


def end(claim, *events):
    change = learn_from(claim.conversation_id, claim.agent_state, claim.state_version, events)
    ending = Ending(TurnStatus.COMPLETED, "This.", {}, [], 5, learned=change)
    store_ending(claim, ending)
    return change


def stored(conversation_id):
    row = Conversation.objects.get(pk=conversation_id)
    return AgentState.from_json(row.agent_state), row.state_version


def test_what_a_turn_shows_is_stored_with_its_answer(claim):
    change = end(claim, READ)
    state, version = stored(claim.conversation_id)
    assert version == 1 and state.session_id == str(claim.conversation_id)
    assert [one.name for one in state.current_understanding.entities] == ["Competitor scan"]
    assert change.event.type == StateChanged.type and change.event.version == 1
    assert jsonpatch.apply_patch(AgentState().to_json(), list(change.event.patch)) == state.to_json()


def test_a_turn_that_shows_nothing_writes_nothing_of_it(claim):
    assert end(claim, TextDelta("Hello")) is None
    assert stored(claim.conversation_id) == (AgentState(), 0)


def test_learning_costs_no_statement(ann):
    counts = []
    for events in ((), (READ,)):
        claim = accept_message(ann, SendMessage(new_id(), "What did they write?")).claim
        with CaptureQueriesContext(
            connection,
        ) as queries:
            end(claim, *events)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_a_person_corrects_while_a_turn_runs_is_not_lost(ann, claim):
    change_state(ann, claim.conversation_id, DOUBT)
    end(claim, READ)
    state, version = stored(claim.conversation_id)
    assert version == 2
    assert state.assumptions and state.current_understanding.entities


def test_a_change_for_another_version_is_refused(ann, claim):
    assert change_state(ann, claim.conversation_id, DOUBT, version=0).version == 1
    with pytest.raises(Conflict, match="version 1 by now"):
        change_state(ann, claim.conversation_id, DOUBT, version=0)


def test_the_same_change_again_raises_no_version(ann, claim):
    change_state(ann, claim.conversation_id, DOUBT)
    assert change_state(ann, claim.conversation_id, DOUBT) is None
    assert stored(claim.conversation_id)[1] == 1


def test_a_person_may_have_it_all_forgotten(ann, claim):
    change_state(ann, claim.conversation_id, DOUBT)
    assert forget_state(ann, claim.conversation_id).version == 2
    assert stored(claim.conversation_id)[0].is_empty
    assert forget_state(ann, claim.conversation_id) is None


def test_nobody_else_reaches_it(amy, bob, claim):
    for access in (amy, bob):
        with pytest.raises(NotFound):
            change_state(access, claim.conversation_id, DOUBT)
        with pytest.raises(NotFound):
            forget_state(access, claim.conversation_id)
    assert stored(claim.conversation_id) == (AgentState(), 0)


def test_it_is_encrypted_at_rest(ann, claim):
    change_state(ann, claim.conversation_id, DOUBT)
    with connection.cursor() as cursor:
        cursor.execute("SELECT agent_state FROM conversations_conversation")
        assert "rains" not in str(cursor.fetchall())
    assert Turn.objects.count() == Message.objects.count() == 1
