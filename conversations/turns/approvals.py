"""A person's decision on a waiting call: stored once, then added to its conversation, which continues."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from agents.models import Approval, ApprovalStatus
from agents.records.runs import decided_in_turn, get_approval, undecided_in_turn
from agents.records.services import decide_call
from agents.tools.arguments import mistakes_in
from agents.tools.names import ids_in, names_of, with_names
from agents.tools.registry import our_tools, toolbox_of
from conversations.record.decided import APPROVED, EDITED, REJECTED, decision_line
from conversations.wire.commands import Decide, SendMessage
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access


def decide_and_continue(access: Access, command: Decide) -> tuple[Approval, SendMessage | None]:
    """Decide, and return the message that continues the run, or None while other decisions are pending.

    Raises NotFound, Conflict if it was decided before, InvalidInput for arguments of another tool or that
    its tool does not accept: then it stays pending.
    """
    if command.approve and command.arguments:
        _check_edited(access, command.approval_id, command.arguments)
    approval = decide_call(
        access=access,
        approval_id=command.approval_id,
        approve=command.approve,
        arguments=command.arguments,
    )
    if command.approve and command.arguments:
        _say_edited(access, approval)
    conversation_id = approval.run.conversation_id
    if conversation_id is None or undecided_in_turn(approval.turn_id):
        return approval, None
    return approval, SendMessage(command.id, _said(approval, command.arguments), conversation_id)


def _check_edited(access: Access, approval_id: UUID, edited: Mapping[str, Any]) -> None:
    approval = get_approval(access, approval_id)
    tool = toolbox_of(access).get(approval.tool) if approval.status == ApprovalStatus.PENDING else None
    if tool is None or not set(edited) <= set(approval.arguments):
        return  # as `decide_call` says
    if wrong := mistakes_in(tool, {**approval.arguments, **edited}, edited):
        raise InvalidInput(f"arguments.{wrong[0]}", fields={"arguments": wrong})


def _say_edited(access: Access, approval: Approval) -> None:
    """Describe an approved call with its edited arguments."""
    if tool := our_tools().get(approval.tool):
        label = tool.label(approval.arguments)
        approval.what = with_names(label, names_of(access, ids_in(label)))
        approval.save(update_fields=["what"])


def _said(last: Approval, arguments: Mapping[str, Any] | None) -> str:
    """Return all decisions on a turn's calls as the person's message, one line each."""
    lines = []
    for one in decided_in_turn(last.turn_id):
        word = APPROVED if one.status == ApprovalStatus.APPROVED else REJECTED
        is_edited = bool(arguments) and word == APPROVED and one.pk == last.pk
        lines.append(decision_line(EDITED if is_edited else word, one.what))
    return "\n".join(lines)
