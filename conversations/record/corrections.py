"""Users' corrections of intents: each becomes a labelled example for the next evaluation."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from agents.definitions.selectors import catalogue
from conversations.models import IntentCorrection, Message, Turn
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.selectors import turns_of
from intent.types import ActionType
from omniforge.errors import NotFound
from omniforge.redaction import redact
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

_HISTORY = 6  # messages


def own_corrections(access: Access) -> QuerySet[IntentCorrection]:
    """Return a person's corrections, newest first, without the examples."""
    own = IntentCorrection.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)
    return own.order_by("-created_at").defer("example")


def record_correction(*, access: Access, turn_id: UUID, corrected: ActionType) -> IntentCorrection:
    """Store that a turn's message asked for `corrected`, with everything needed to evaluate it.

    Raises NotFound if the turn is missing or somebody else's.
    """
    own = turns_of(access).filter(pk=turn_id)
    turn = own.select_related("user_message").defer("events", "partial_text").first()
    if turn is None:
        raise NotFound()
    id = new_id()
    return IntentCorrection.objects.create(
        id=id,
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        turn=turn,
        example={"id": f"correction-{id}", "kind": "correction", **_example(access, turn, corrected)},
        understood=turn.action_type,
        corrected=corrected,
    )


def _example(access: Access, turn: Turn, corrected: ActionType) -> dict[str, Any]:
    """Return a row in the evaluation's format, with secrets redacted."""
    repository = DjangoConversationRepository(access)
    before = repository.get_recent_messages(turn.conversation_id, _HISTORY, before=turn.user_message.sequence)
    existing = catalogue(access)
    intent = _intent_of(turn)
    return {
        "message": redact(turn.user_message.content),
        "history": [{"role": one.role, "content": redact(one.content)} for one in before],
        "agents": [
            {"name": one.name, "description": one.description, "skills": list(one.skills)}
            for one in existing.agents
        ],
        "skills": list(existing.skills),
        "action_type": corrected,
        "acceptable": [corrected],
        "is_ambiguous": False,
        "target_agent": intent.get("target_agent"),
        "entities": {name: redact(str(value)) for name, value in intent.get("entities", {}).items()},
    }


def _intent_of(turn: Turn) -> dict[str, Any]:
    answer = Message.objects.filter(pk=turn.answer_id).only("metadata").first()
    intent: dict[str, Any] = answer.metadata.get("intent", {}) if answer else {}
    return intent
