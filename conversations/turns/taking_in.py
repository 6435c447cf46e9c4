"""Where what somebody says is kept: in the database, in the spool while that is away, or nowhere."""

import asyncio
import logging

from django.db import DatabaseError, IntegrityError

from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.again import accept_again, accept_edit
from conversations.turns.picking import require_offered
from conversations.turns.spool.store import drain
from conversations.turns.spooling import accept_held_up, accept_into_spool, accept_unstored, conversation_of
from conversations.wire.commands import EditMessage, RunAgain, SendMessage, TurnCommand
from omniforge.errors import NotFound
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)


async def take_in(access: Access, command: TurnCommand) -> Accepted:
    """Keep a message, an edit, or the wish to be answered again. Raises NotFound, InvalidInput, Conflict."""
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
        # Sent twice at the same moment, or two first turns met: the second look sees the other's rows.
        return await in_database(_accept, access, command)


def _accept(access: Access, command: TurnCommand) -> Accepted:
    if isinstance(command, RunAgain):
        return accept_again(access, command)
    if isinstance(command, EditMessage):
        drain()  # What was said after it, and could not be stored then, makes it the last one no longer.
        return accept_edit(access, command)
    # What was said before, and could not be stored then, goes first; the message itself may be in it.
    drain(conversation_of(access, command))
    try:
        return accept_message(access, command)
    except NotFound:
        if held_up := accept_held_up(access, command):
            return held_up
        raise
