"""Turns for tests of the audit, and an overseer who reads them."""

from conversations.models import ContextReceipt, Conversation, Message, Turn, TurnStatus
from omniforge.tenants.models import Role, User
from omniforge.tenants.people import refresh_admin_entry
from tests.factories import make_member

SAID, ANSWERED, PARTIAL = "the merger with Globex", "It stays between us.", "It stays be"


def make_turn(access, **fields) -> Turn:
    conversation = Conversation.objects.create(tenant_id=access.tenant_id, user_id=access.user_id)
    asked = Message.objects.create(conversation=conversation, sequence=1, role="user", content=SAID)
    answer = Message.objects.create(
        conversation=conversation, sequence=2, role="assistant", content=ANSWERED, parent=asked
    )
    values = {
        "number": 1,
        "status": TurnStatus.COMPLETED,
        "answer_id": answer.pk,
        "answer_sequence": 2,
        "partial_text": PARTIAL,
        "action_type": "create_agent",
        "method": "rules",
        "agent": "notion-reporter",
        "model": "gpt-4o",
        "input_tokens": 1200,
        "output_tokens": 34,
        "cost": "0.0031",
        "duration_ms": 812,
    }
    turn = Turn.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        conversation=conversation,
        user_message=asked,
        **values | fields,
    )
    ContextReceipt.objects.create(
        turn=turn,
        parts=[{"name": "history", "tokens": 900}],
        left_out=[{"what": "message 1", "why": "budget"}],
        tokens=950,
        budget=2000,
        prompt_hash="ab" * 32,
    )
    return turn


def overseer(tenant, role=Role.OWNER):
    access = make_member(tenant, role=role)
    refresh_admin_entry(User.objects.get(pk=access.user_id))
    return access
