"""Handling failed scheduled runs: retries, and finally a notice to the person."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from agents.definitions.schedules.due import say_next, say_time
from agents.definitions.schedules.services import fail_run, schedule_retry
from agents.models import AgentDefinition, AgentRun, RunStatus, RunTrigger
from conversations.models import Message, MessageRole, Turn, TurnStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.selectors import conversations_of
from conversations.turns.claims import access_of, trigger_of
from omniforge.tenants.access import Access
from omniforge.tenants.selectors import zone_of

_UNTOLD = "It stopped in the middle, and no cause was kept."


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for a person's open tabs, and the conversation with the details."""

    access: Access
    conversation_id: UUID
    message: str


@transaction.atomic
def settle(turn_id: UUID) -> Notice | None:
    """Handle an ended turn: a failed scheduled run gets its next retry, or a notice if none is left.

    Other turns need nothing. Call it once for each ended turn.
    """
    turn = Turn.objects.select_related("user_message").get(pk=turn_id)
    if trigger_of(turn) is not RunTrigger.SCHEDULE or turn.status == TurnStatus.CANCELLED:
        return None
    agents = AgentDefinition.objects.select_for_update()
    agent = agents.filter(pk=turn.user_message.metadata["agent_id"]).first()
    cause = _failure(turn, agent) if agent else ""
    if not agent or not cause:
        return None
    return _follow_up(turn, agent, cause, timezone.now().astimezone(zone_of(turn.tenant_id)))


def _failure(turn: Turn, agent: AgentDefinition) -> str:
    """Return why a turn's run failed, empty if it did not."""
    run = AgentRun.objects.filter(turn_id=turn.pk, agent=agent).order_by("-started_at").first()
    if turn.status != TurnStatus.COMPLETED and (run is None or run.status == RunStatus.RUNNING):
        run = fail_run(
            agent=agent,
            turn_id=turn.pk,
            conversation_id=turn.conversation_id,
            user_id=turn.user_id,
            task=turn.user_message.content,
            error=_cause(turn),
        )
    failed = run is not None and run.status == RunStatus.FAILED
    return (run.error or _UNTOLD) if run and failed else ""


def _cause(turn: Turn) -> str:
    answer = Message.objects.filter(pk=turn.answer_id).first()
    error = answer.metadata.get("error", {}) if answer else {}
    return str(error.get("message", _UNTOLD))


def _follow_up(turn: Turn, agent: AgentDefinition, cause: str, now: datetime) -> Notice | None:
    tried_again = schedule_retry(agent, now)
    if tried_again and agent.next_run_at:
        what_now = f"It is tried again {say_time(agent.next_run_at, now)}."
    else:
        what_now = say_next(agent, now) or "It does not run again by itself."
    message = f"The scheduled run of {agent.slug} failed. {cause.rstrip('.')}. {what_now}"
    access = access_of(turn)
    if conversations_of(access).filter(pk=turn.conversation_id).exists():
        repository = DjangoConversationRepository(access)
        repository.add_message(turn.conversation_id, MessageRole.ASSISTANT, message)
    return None if tried_again else Notice(access, turn.conversation_id, message)
