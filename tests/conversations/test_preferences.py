"""How a person likes answers goes with each of their turns, for no query more, and stands on the receipt."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.turns.acceptance import accept_message
from conversations.turns.context import LoadedContext, load_context
from conversations.wire.commands import SendMessage
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership
from omniforge.tenants.preferences import set_preferences

pytestmark = pytest.mark.django_db(transaction=True)


def loaded(access: Access) -> LoadedContext:
    claim = accept_message(access, SendMessage(new_id(), "What is open?")).claim
    with CaptureQueriesContext(connection) as queries:
        context = load_context(claim)
    assert not [one for one in queries if one["sql"].startswith('SELECT "tenants_membership"')]
    return context


def test_they_go_with_the_turn_and_are_counted(ann, amy):
    set_preferences(access=ann, text="Tables where possible.")
    context = loaded(ann)
    assert context.pack.preferences == "Tables where possible."
    assert context.usage.parts["preferences"] == 4
    assert context.usage.tokens == sum(context.usage.parts.values())


def test_who_has_none_or_has_left_the_workspace_has_none_on_the_receipt(ann, amy):
    set_preferences(access=ann, text="Tables where possible.")
    context = loaded(amy)
    assert context.pack.preferences == "" and "preferences" not in context.usage.parts
    Membership.objects.filter(user_id=amy.user_id).delete()
    assert loaded(amy).pack.preferences == ""
