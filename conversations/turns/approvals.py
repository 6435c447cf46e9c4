"""A person's decision on a call that waits: kept once, then said in its conversation, which goes on."""

from uuid import UUID

from agents.models import Approval, ApprovalStatus
from agents.records.runs import undecided_in_turn
from agents.records.services import decide
from agents.tools.registry import our_tools
from conversations.wire.commands import Decide, SendMessage
from omniforge.tenants.access import Access


def decide_and_say(access: Access, command: Decide) -> tuple[Approval, SendMessage | None]:
    """Decide, and return the message with which the run goes on; None while it waits for other decisions.

    Raises NotFound, Conflict where it was decided before, InvalidInput for arguments that are not its own.
    """
    approval = decide(
        access=access,
        approval_id=command.approval_id,
        approve=command.approve,
        arguments=command.arguments,
    )
    conversation_id = approval.run.conversation_id
    if conversation_id is None or undecided_in_turn(approval.turn_id):
        return approval, None
    return approval, _said(command, approval, conversation_id)


def _said(command: Decide, approval: Approval, conversation_id: UUID) -> SendMessage:
    """Return the decision as the person's message, in the words of what they changed it to."""
    is_approved = approval.status == ApprovalStatus.APPROVED
    if not is_approved or not command.arguments:
        word = "Approved" if is_approved else "Rejected"
        return SendMessage(command.id, f"{word}: {approval.what}", conversation_id)
    tool = None if "operations" in approval.arguments else our_tools().get(approval.tool)
    what = tool.label(approval.arguments) if tool else approval.what
    return SendMessage(command.id, f"Approved with changes: {what}", conversation_id)
