"""Turns while the database is unavailable: stored encrypted in the spool, answered without history.

Their ids are derived from the message's, so a message sent twice, also to two processes, is one turn.
"""

import logging
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from conversations.models import MessageRole, TurnStatus
from conversations.record.titles import title_from
from conversations.record.values import NewMessage
from conversations.turns.accepted import Accepted
from conversations.turns.claims import FIRST_FENCE, Claim, Storage, this_worker
from conversations.turns.end import Ending
from conversations.turns.message_ids import Use, id_for
from conversations.turns.spool.files import files
from conversations.turns.spool.store import spool_turn, waiting_turns
from conversations.turns.spool.values import SpooledTurn
from conversations.wire.commands import SendMessage, TurnCommand
from omniforge.errors import StorageUnavailable
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)


def accept_into_spool(access: Access, command: TurnCommand) -> Accepted:
    """Write a message to the spool and return the claim to answer it without history.

    If the message waits there already, no claim is returned: whoever accepted it answers it, or has done so.
    Raises StorageUnavailable for an edit or a retry, for an agent's task, and for a message with files, which
    can't be read. Raises it too if the spool can't be written, since a message that is not durable is not
    acknowledged.
    """
    if not isinstance(command, SendMessage) or command.agent_id or command.attachments:
        raise StorageUnavailable()
    claim = _claim(access, command, Storage.SPOOL)
    if files(turn_id=claim.turn_id):
        return _repeated(claim)
    spooled = _spooled(claim, {"status": TurnStatus.RUNNING, "started_at": timezone.now()})
    try:
        spool_turn(spooled)
    except OSError as error:
        logger.critical("neither database nor spool can be written: %s", error.strerror)
        raise StorageUnavailable(
            "Nothing can be stored at the moment. Keep your text and try again."
        ) from error
    return _accepted(claim)


def accept_unstored(access: Access, command: SendMessage) -> Accepted:
    """Return the claim of a message that is not to be stored."""
    return _accepted(_claim(access, command, Storage.NOWHERE))


def spool_ending(claim: Claim, ending: Ending) -> bool:
    """Write a finished turn to the spool until the database is back, False if that fails."""
    answer = NewMessage(
        MessageRole.ASSISTANT,
        ending.text,
        id=claim.answer_id,
        status=ending.message_status,
        metadata=ending.metadata,
        sequence=claim.answer_sequence or None,
    )
    spooled = _spooled(claim, ending.turn_fields(), answer, ending)
    try:
        spool_turn(spooled)
    except OSError as error:
        logger.critical("turn %s: the spool cannot be written: %s", claim.turn_id, error.strerror)
        return False
    return True


def _claim(access: Access, command: SendMessage, storage: Storage) -> Claim:
    def made(use: Use) -> UUID:
        return new_id() if storage == Storage.NOWHERE else id_for(access, command.id, use)

    return Claim(
        turn_id=made("turn"),
        conversation_id=command.conversation_id or made("conversation"),
        access=access,
        number=0,
        fence=FIRST_FENCE if storage == Storage.SPOOL else 0,
        message_id=command.id,
        message_sequence=0,
        content=command.content,
        ask=command.ask,
        answer_id=made("answer"),
        answer_sequence=0,
        title="" if command.conversation_id else title_from(command.content),
        picked=command.model or "",
        storage=storage,
    )


def conversation_of(access: Access, command: SendMessage) -> UUID:
    """Return the conversation of a message in the spool."""
    return command.conversation_id or id_for(access, command.id, "conversation")


def accept_held_up(access: Access, command: SendMessage) -> Accepted | None:
    """Return the acknowledgement of a message that waits in the spool with its conversation, or None.

    Raises StorageUnavailable if only the conversation, which is this person's, waits there.
    """
    claim = _claim(access, command, Storage.SPOOL)
    waiting = [turn for turn in waiting_turns(claim.conversation_id) if turn.is_of(access)]
    if any(turn.turn_id == claim.turn_id for turn in waiting):
        return _repeated(claim)
    if waiting:
        raise StorageUnavailable()
    return None


def _repeated(claim: Claim) -> Accepted:
    return replace(_accepted(claim), claim=None, repeated=True)


def _accepted(claim: Claim) -> Accepted:
    return Accepted(
        turn_id=claim.turn_id,
        conversation_id=claim.conversation_id,
        message_id=claim.message_id,
        turn_number=claim.number,
        status=TurnStatus.RUNNING,
        content=claim.content,
        claim=claim,
        stored=False,
    )


def _spooled(
    claim: Claim,
    turn_fields: dict[str, Any],
    answer: NewMessage | None = None,
    ending: Ending | None = None,
) -> SpooledTurn:
    return SpooledTurn(
        tenant_id=claim.access.tenant_id,
        user_id=claim.access.user_id,
        conversation_id=claim.conversation_id,
        conversation_title=claim.title,
        turn_id=claim.turn_id,
        turn_number=claim.number or None,
        user_message=NewMessage(
            MessageRole.USER,
            claim.content,
            id=claim.message_id,
            sequence=claim.answer_sequence - 1 if claim.answer_sequence else None,
        ),
        answer=answer,
        turn_fields=turn_fields
        | {"fence": claim.fence, "worker": this_worker(), "answer_id": claim.answer_id},
        state=ending.dialogue if ending else None,
        learned=ending.learned.updates if ending and ending.learned else None,
        receipt=ending.receipt.fields() if ending and ending.receipt else None,
        calls=tuple(ending.calls) if ending else (),
    )
