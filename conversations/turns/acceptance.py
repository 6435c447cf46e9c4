"""Accepting a message: stored with its turn in one transaction, and only then acknowledged."""

from django.db import IntegrityError, transaction

from conversations.models import Conversation
from conversations.record.titles import title_from
from conversations.turns.accepted import Accepted, accepted_as, repeated
from conversations.turns.focus import new_conversation
from conversations.turns.message_ids import id_for
from conversations.turns.model_pick import pick_model
from conversations.turns.queue import lock_with_unfinished, queue_message
from conversations.wire.commands import SendMessage
from omniforge.errors import Busy, Conflict, InvalidInput, NotFound
from omniforge.tenants.access import Access


def accept_message(access: Access, command: SendMessage) -> Accepted:
    """Store a message and its turn. A repeat with the same message id returns the same turn.

    Raises NotFound if the conversation, focus or file is missing or foreign, and InvalidInput if the model
    may not be picked. Raises Conflict if the id belongs to another message or another text, or if `busy` is
    `reject` while another message is being answered.
    """
    try:
        with transaction.atomic():
            return _accept(access, command)
    except (Conflict, IntegrityError, InvalidInput, NotFound):
        # Rare, so it is checked only now: a repeat whose conversation has continued since.
        before = repeated(access, command)
        if before is None:
            raise
        return before


def _accept(access: Access, command: SendMessage) -> Accepted:
    known = command.conversation_id
    conversation, busy = lock_with_unfinished(access, known) if known else (_begun(access, command), None)
    if busy and command.busy == "reject":
        said = f"Turn {busy} of this conversation is still being answered. Wait for its end, or cancel it."
        raise Busy(said)
    pick_model(conversation, command.model)
    steers = busy is not None and command.busy == "steer"
    turn = queue_message(access, conversation, command, starts=busy is None, steers=steers)
    return accepted_as(turn, access, interrupts=busy if command.busy == "interrupt" else None)


def _begun(access: Access, command: SendMessage) -> Conversation:
    made = id_for(access, command.id, "conversation")
    return new_conversation(access, title_from(command.content), command.focus, id=made)
