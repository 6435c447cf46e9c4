"""Scheduled agents: a due run becomes a queued turn in the agent's own conversation.

Any web process adopts the turn. Streaming, resuming and the audit are those of every turn.
"""

import logging
from datetime import datetime

from django.db import DatabaseError, transaction

from agents.definitions.schedules.due import is_skipped
from agents.definitions.schedules.owners import access_of_owner
from agents.definitions.schedules.services import (
    claim_due,
    due_agents,
    pause_without_person,
    record_start,
)
from agents.models import AgentDefinition, Overlap, RunTrigger
from conversations.models import Conversation, TurnStatus
from conversations.schedules.notices import notify_owners
from conversations.turns.queue import lock_conversation, queue_message, unfinished_turns
from conversations.wire.commands import SendMessage
from omniforge.errors import NotFound
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)


def run_due(now: datetime) -> int:
    """Start runs due at `now`, each once however many processes check. Returns how many started."""
    return sum(_take_up_apart(agent, now) for agent in due_agents(now))


def _take_up_apart(agent: AgentDefinition, now: datetime) -> bool:
    """Start one agent. Its errors must not keep the following ones from running."""
    try:
        return _take_up(agent, now)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("agent %s is due and cannot be started", agent.pk)
        return False


def _take_up(agent: AgentDefinition, now: datetime) -> bool:
    access = access_of_owner(agent)
    with transaction.atomic():
        if access is None:
            _pause(agent)
            return False
        return claim_due(agent, now) and not is_skipped(agent, now) and _start(agent, access, now)


def _start(agent: AgentDefinition, access: Access, now: datetime) -> bool:
    conversation = conversation_of(agent, access)
    if _overlaps(agent, conversation):
        logger.info("agent %s: a run is left out, the one before still runs", agent.pk)
        return False
    message = SendMessage(
        new_id(), f"Scheduled run of {agent.slug}", agent_id=agent.pk, trigger=RunTrigger.SCHEDULE
    )
    queue_message(access, conversation, message, starts=False)
    record_start(agent, conversation.pk, now)
    return True


def conversation_of(agent: AgentDefinition, access: Access) -> Conversation:
    """Return the agent's own conversation, locked, a new one if it was deleted or is somebody else's."""
    if agent.conversation_id:
        try:
            return lock_conversation(access, agent.conversation_id)
        except NotFound:
            logger.info("agent %s: a new conversation takes the place of the one that is gone", agent.pk)
    return Conversation.objects.create(tenant_id=access.tenant_id, user_id=access.user_id, title=agent.slug)


def _overlaps(agent: AgentDefinition, conversation: Conversation) -> bool:
    """Return whether to skip a run: another is unfinished or, if runs may queue, another waits already."""
    unfinished = unfinished_turns(conversation)
    if agent.overlap == Overlap.QUEUE:
        unfinished = unfinished.filter(status=TurnStatus.QUEUED)
    return unfinished.exists()


def _pause(agent: AgentDefinition) -> None:
    if pause_without_person(agent):
        notify_owners(
            agent.tenant_id,
            f"{agent.slug} is paused",
            f"**{agent.slug}** was due and did not run: who made it has left the workspace or only reads "
            f"here now. It is paused. Say 'resume {agent.slug}', and it runs in your name from then on.",
        )
