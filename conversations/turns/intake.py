"""Stores a message in the database, in the spool while that is unavailable, or nowhere."""

import asyncio
import logging

from django.db import DatabaseError, IntegrityError

from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.again import accept_again, accept_edit
from conversations.turns.model_pick import require_offered
from conversations.turns.spool.store import drain
from conversations.turns.spool_fallback import (
    accept_held_up,
    accept_into_spool,
    accept_unstored,
    conversation_of,
)
from conversations.wire.commands import EditMessage, RunAgain, SendMessage, TurnCommand
from omniforge.errors import NotFound
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)


async def accept(access: Access, command: TurnCommand) -> Accepted:
    """Store a message, an edit, or a retry. Raises NotFound, InvalidInput, Conflict."""
    if isinstance(command, SendMessage) and not command.store:
        if command.model:
            await in_database(require_offered, access.tenant_id, command.model)
        return accept_unstored(access, command)
    try:
        return await _store(access, command)
    except DatabaseError as error:
        logger.error("a message could not be stored: %s", type(error).__name__)
        return await asyncio.to_thread(accept_into_spool, access, command)


async def _store(access: Access, command: TurnCommand) -> Accepted:
    try:
        return await in_database(_accept, access, command)
    except IntegrityError:
        # A concurrent repeat, or two first turns: a second attempt sees the other's rows.
        return await in_database(_accept, access, command)


def _accept(access: Access, command: TurnCommand) -> Accepted:
    if isinstance(command, RunAgain):
        return accept_again(access, command)
    if isinstance(command, EditMessage):
        drain()  # A later, spooled message means that it is no longer the last one.
        return accept_edit(access, command)
    # Earlier, spooled messages go first; the message itself may be among them.
    drain(conversation_of(access, command))
    try:
        return accept_message(access, command)
    except NotFound:
        if held_up := accept_held_up(access, command):
            return held_up
        raise
