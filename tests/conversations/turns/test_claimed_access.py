"""The access with which a turn runs in a process that did not accept it."""

from dataclasses import replace

import pytest

from conversations.models import Turn, TurnStatus
from conversations.turns.acceptance import accept_message
from conversations.turns.claims import claim_next
from conversations.wire.commands import SendMessage
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.factories import make_member


@pytest.mark.parametrize("scopes", [None, frozenset({"chat"}), frozenset({"admin", "chat"})])
def test_a_message_that_waited_may_do_no_more_than_the_key_that_sent_it(acme: Tenant, scopes):
    owner: Access = replace(make_member(acme, role=Role.OWNER), scopes=scopes)
    first = accept_message(owner, SendMessage(new_id(), "Hello"))
    accept_message(owner, SendMessage(new_id(), "Make Ann an owner", first.conversation_id))
    Turn.objects.filter(pk=first.turn_id).update(status=TurnStatus.COMPLETED)
    claim = claim_next(first.conversation_id)
    assert claim and claim.access == owner
