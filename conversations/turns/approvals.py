"""A person's decision on a call that waits: kept once, then said in its conversation, which goes on."""

from collections.abc import Mapping
from typing import Any

from agents.models import Approval, ApprovalStatus
from agents.records.runs import decided_in_turn, undecided_in_turn
from agents.records.services import decide
from agents.tools.registry import our_tools
from conversations.record.decided import APPROVED, EDITED, REJECTED, decision_line
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
    if command.approve and command.arguments:
        _say_edited(approval)
    conversation_id = approval.run.conversation_id
    if conversation_id is None or undecided_in_turn(approval.turn_id):
        return approval, None
    return approval, SendMessage(command.id, _said(approval, command.arguments), conversation_id)


def _say_edited(approval: Approval) -> None:
    """Let what was approved be told in the words of what it was changed to."""
    tool = None if "operations" in approval.arguments else our_tools().get(approval.tool)
    if tool:
        approval.what = tool.label(approval.arguments)
        approval.save(update_fields=["what"])


def _said(last: Approval, arguments: Mapping[str, Any] | None) -> str:
    """Return all decisions on the calls of a turn as the person's message, a line each."""
    lines = []
    for one in decided_in_turn(last.turn_id):
        word = APPROVED if one.status == ApprovalStatus.APPROVED else REJECTED
        is_edited = bool(arguments) and word == APPROVED and one.pk == last.pk
        lines.append(decision_line(EDITED if is_edited else word, one.what))
    return "\n".join(lines)
