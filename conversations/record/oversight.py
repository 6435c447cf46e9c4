"""Reading what somebody else said, for a reason: the one way to a content that is not one's own."""

from dataclasses import dataclass

from django.db import transaction

from conversations.models import Message, Turn
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.oversight import checked_reason


@dataclass(frozen=True, slots=True)
class TurnContent:
    """What was said in one turn. `partial_text` is what an answer that never ended had so far."""

    message: str
    answer: str
    partial_text: str


@transaction.atomic
def read_content(*, access: Access, turn: Turn, reason: str) -> TurnContent:
    """Return what was said in `turn`, and write down who read it and why; its author can see that.

    Raises InvalidInput without a reason that says something.
    """
    why = checked_reason(reason)
    audit.record(access=access, action="content.read", target=turn, reason=why, subject_id=turn.user_id)
    answer = Message.objects.filter(pk=turn.answer_id).first()
    return TurnContent(turn.user_message.content, answer.content if answer else "", turn.partial_text)
