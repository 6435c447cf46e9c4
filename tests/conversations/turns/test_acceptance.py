"""The same wish at the same moment: what two requests do at once is done once."""

import pytest

from conversations.commands import RunAgain, SendMessage
from conversations.models import Turn, TurnStatus
from conversations.turns import again
from conversations.turns.acceptance import accept_message
from conversations.turns.again import accept_again
from omniforge.ids import new_id
from omniforge.tenants.models import Tenant
from tests.factories import make_member


def test_a_retry_that_came_twice_at_once_is_the_same_turn(acme: Tenant, monkeypatch: pytest.MonkeyPatch):
    amy = make_member(acme)
    first = accept_message(amy, SendMessage(new_id(), "Hello"))
    Turn.objects.filter(pk=first.turn_id).update(status=TurnStatus.COMPLETED)
    retry, lock = RunAgain(new_id(), first.turn_id), again.lock_conversation

    def lock_after_the_other(*asked):
        monkeypatch.undo()
        assert not accept_again(amy, retry).repeated
        return lock(*asked)

    monkeypatch.setattr(again, "lock_conversation", lock_after_the_other)
    repeated = accept_again(amy, retry)
    assert (repeated.turn_id, repeated.repeated) == (retry.id, True)
