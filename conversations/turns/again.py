"""Answering a message again: unchanged, with another intent, or with an edited text."""

from uuid import UUID

from django.db import IntegrityError, transaction

from conversations.models import Conversation, MessageStatus, Turn
from conversations.record.corrections import record_correction
from conversations.turns.accepted import Accepted, accepted_as, own_turns, repeated
from conversations.turns.edits import queue_edit, require_last, retitle
from conversations.turns.model_pick import require_offered
from conversations.turns.queue import (
    UNFINISHED,
    add_turn,
    first_unfinished,
    lock_conversation,
    new_turn,
)
from conversations.wire.commands import EditMessage, RunAgain
from omniforge.errors import Busy, Conflict, NotFound
from omniforge.tenants.access import Access


def accept_again(access: Access, command: RunAgain) -> Accepted:
    """Queue another answer to an earlier message, as turn `command.id`. A repeat returns the same turn.

    Raises NotFound if the turn is missing or foreign, and InvalidInput if the model may not be picked. Raises
    Conflict if the turn has not ended, its message was edited since, or the id belongs to another turn.
    """
    with transaction.atomic():
        conversation, earlier = _locked(access, command.turn_id)
        # Checked under the lock: the same request may have come twice at once.
        if again := _made_before(access, command):
            return accepted_as(again, access, repeated=True)
        if earlier.user_message.status == MessageStatus.SUPERSEDED:
            raise Conflict("This message was edited. Have its newer words answered again.", code="edited")
        if Turn.objects.filter(user_message=earlier.user_message, status__in=UNFINISHED).exists():
            raise Busy("This message is being answered. Try again once it is done.")
        if command.action:
            record_correction(access=access, turn_id=earlier.pk, corrected=command.action)
        turn = _turn_again(access, conversation, earlier, command)
    return accepted_as(turn, access)


def _made_before(access: Access, command: RunAgain) -> Turn | None:
    """Return the turn of an identical earlier command. Raises Conflict if its id is another turn's."""
    if not Turn.objects.filter(pk=command.id).exists():
        return None
    made = {"retry_of_id": command.turn_id, "forced_action": command.action or ""}
    if command.model is not None:
        made["picked"] = command.model
    turn = own_turns(access).filter(pk=command.id, **made).first()
    if turn is None:
        raise Conflict("This id is another turn's. Make a new UUID for each retry.")
    return turn


def accept_edit(access: Access, command: EditMessage) -> Accepted:
    """Replace the last message of a conversation with message `command.id`, and answer it.

    The earlier text and its answers are kept as superseded, and their actions stay done. A repeat returns the
    same turn. Raises NotFound if the turn is missing or foreign. Raises Conflict if its message is not the
    last one, a turn is running, or the id belongs to another message.
    """
    try:
        with transaction.atomic():
            return _edit(access, command)
    except (Conflict, IntegrityError):
        before = repeated(access, command, retry_of_id=command.turn_id)
        if before is None:
            raise
        return before


def _edit(access: Access, command: EditMessage) -> Accepted:
    conversation, earlier = _locked(access, command.turn_id)
    require_last(conversation, earlier.user_message)
    if first_unfinished(conversation):
        raise Busy("An answer is still being written. Edit your message once it is done.")
    title = retitle(conversation, earlier.user_message, command.content)
    return accepted_as(queue_edit(access, conversation, earlier, command), access, title=title)


def _locked(access: Access, turn_id: UUID) -> tuple[Conversation, Turn]:
    """Return a turn with its conversation, locked. Raises NotFound."""
    known = own_turns(access).filter(pk=turn_id)
    conversation_id = known.values_list("conversation_id", flat=True).first()
    if conversation_id is None:
        raise NotFound()
    conversation = lock_conversation(access, conversation_id)
    return conversation, known.get()


def _turn_again(access: Access, conversation: Conversation, earlier: Turn, command: RunAgain) -> Turn:
    if command.model is not None:
        require_offered(conversation.tenant_id, command.model)
    idle = first_unfinished(conversation) is None
    turn = new_turn(access, conversation, earlier.user_message, starts=idle)
    turn.pk, turn.retry_of = command.id, earlier
    turn.forced_action = command.action or ""
    turn.picked = turn.picked if command.model is None else command.model
    add_turn(conversation, turn)
    return turn
