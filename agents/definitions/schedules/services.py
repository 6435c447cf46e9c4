"""Writes of standing agents: claiming a due run once, retrying a failed one, pausing orphaned agents."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agents.definitions.schedules.due import next_due, pause_after
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus, RunTrigger
from omniforge.tenants import audit

_AT_ONCE = 500  # agents per check
_TEXTS = ("description", "instructions", "source", "subject", "destination", "examples")  # left encrypted


def due_agents(now: datetime) -> QuerySet[AgentDefinition]:
    """Return the active agents of all tenants that are due, the longest overdue first."""
    due = AgentDefinition.objects.filter(status=AgentStatus.ACTIVE, next_run_at__lte=now)
    return due.select_related("tenant").defer(*_TEXTS).order_by("next_run_at")[:_AT_ONCE]


def claim_due(agent: AgentDefinition, now: datetime) -> bool:
    """Move a due agent to its next run, True for the one caller that succeeds."""
    return _move(agent, next_due(agent, now))


def pause_without_person(agent: AgentDefinition) -> bool:
    """Pause a due agent whose creator may no longer run it, True for the one caller that succeeds."""
    if not _move(agent, None, status=AgentStatus.PAUSED):
        return False
    audit.record_of_site(
        tenant_id=agent.tenant_id,
        subject_id=agent.created_by_id,
        action="agent.paused",
        target_type="agentdefinition",
        target_id=str(agent.pk),
        reason=f"{agent.slug}: its maker may not run it any more",
    )
    return True


def _move(agent: AgentDefinition, following: datetime | None, **changes: object) -> bool:
    """Update an agent only if it is still due at `agent.next_run_at`, so that one of two callers succeeds."""
    same = AgentDefinition.objects.filter(
        pk=agent.pk, status=AgentStatus.ACTIVE, next_run_at=agent.next_run_at, schedule=agent.schedule
    )
    return bool(same.update(next_run_at=following, **changes))


def record_start(agent: AgentDefinition, conversation_id: UUID, now: datetime) -> None:
    """Record that a scheduled run has begun, and in which conversation."""
    AgentDefinition.objects.filter(pk=agent.pk).update(last_run_at=now, conversation_id=conversation_id)


def fail_run(
    *, agent: AgentDefinition, turn_id: UUID, conversation_id: UUID, user_id: UUID, task: str, error: str
) -> AgentRun:
    """Record the failure of a scheduled run that never ended or never began."""
    ended = {"status": RunStatus.FAILED, "error": error[:200], "finished_at": timezone.now()}
    begun = {
        "tenant_id": agent.tenant_id,
        "user_id": user_id,
        "conversation_id": conversation_id,
        "trigger": RunTrigger.SCHEDULE,
        "task": task,
    }
    run, _ = AgentRun.objects.update_or_create(
        agent=agent, turn_id=turn_id, defaults=ended, create_defaults=begun | ended
    )
    return run


def schedule_retry(agent: AgentDefinition, now: datetime) -> bool:
    """Reschedule a locked agent after a failed run, before its next regular one, while it has retries left.

    Returns whether it will be retried. The pauses grow with each failure.
    """
    failures = _failures_in_a_row(agent) % (agent.retries + 1)
    if not failures or not agent.schedule or agent.status != AgentStatus.ACTIVE:
        return False
    again = now + pause_after(failures)
    agent.next_run_at = min(agent.next_run_at or again, again)
    agent.save(update_fields=["next_run_at"])
    return True


def _failures_in_a_row(agent: AgentDefinition) -> int:
    runs = AgentRun.objects.filter(agent=agent, trigger=RunTrigger.SCHEDULE)
    others = runs.exclude(status__in=(RunStatus.FAILED, RunStatus.RUNNING))
    last_other = others.order_by("-started_at").values_list("started_at", flat=True).first()
    failed = runs.filter(status=RunStatus.FAILED)
    return (failed.filter(started_at__gt=last_other) if last_other else failed).count()
