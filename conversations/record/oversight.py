"""Reading somebody else's messages, for a reason: the only access to others' content."""

from dataclasses import dataclass

from django.db import transaction

from conversations.models import Message, Turn
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.oversight import checked_reason


@dataclass(frozen=True, slots=True)
class TurnContent:
    """The texts of one turn. `partial_text` is the beginning of an answer that never ended."""

    message: str
    answer: str
    partial_text: str


@transaction.atomic
def read_content(*, access: Access, turn: Turn, reason: str) -> TurnContent:
    """Return the texts of `turn`, and audit who read it and why. Its author can see that.

    Raises InvalidInput without a meaningful reason.
    """
    why = checked_reason(reason)
    audit.record(access=access, action="content.read", target=turn, reason=why, subject_id=turn.user_id)
    answer = Message.objects.filter(pk=turn.answer_id).first()
    return TurnContent(turn.user_message.content, answer.content if answer else "", turn.partial_text)
