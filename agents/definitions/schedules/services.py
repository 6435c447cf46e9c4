"""Writes of standing agents: a due run taken once, a failed one tried again, one without a person paused."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agents.definitions.schedules.due import next_due, pause_after
from agents.models import AgentDefinition, AgentRun, AgentStatus, RunStatus, RunTrigger
from omniforge.tenants import audit

_AT_ONCE = 500  # agents that one look takes up
_TEXTS = ("description", "instructions", "source", "subject", "destination", "examples")  # not opened


def due_agents(now: datetime) -> QuerySet[AgentDefinition]:
    """Return the active agents of all tenants whose time has come, the one due first at the front."""
    due = AgentDefinition.objects.filter(status=AgentStatus.ACTIVE, next_run_at__lte=now)
    return due.select_related("tenant").defer(*_TEXTS).order_by("next_run_at")[:_AT_ONCE]


def plan_unplanned(now: datetime) -> None:
    """Give active agents with a schedule the time that they lack, as do those from before schedules ran."""
    active = AgentDefinition.objects.filter(status=AgentStatus.ACTIVE, next_run_at=None)
    for agent in active.exclude(schedule="").select_related("tenant").defer(*_TEXTS):
        if following := next_due(agent, now):  # none: its schedule is over
            _move(agent, following)


def take_due(agent: AgentDefinition, now: datetime) -> bool:
    """Move a due agent on to its next time; True for the one caller of all that has done so."""
    return _move(agent, next_due(agent, now))


def pause_without_person(agent: AgentDefinition) -> bool:
    """Pause a due agent whose maker may not run it any more; True for the one caller that has done so."""
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
    """Change an agent only as long as it is due when `agent` says, so that of two who try one succeeds."""
    same = AgentDefinition.objects.filter(
        pk=agent.pk, status=AgentStatus.ACTIVE, next_run_at=agent.next_run_at, schedule=agent.schedule
    )
    return bool(same.update(next_run_at=following, **changes))


def note_started(agent: AgentDefinition, conversation_id: UUID, now: datetime) -> None:
    """Write down that a scheduled run has begun, and in which conversation."""
    AgentDefinition.objects.filter(pk=agent.pk).update(last_run_at=now, conversation_id=conversation_id)


def fail_run(
    *, agent: AgentDefinition, turn_id: UUID, conversation_id: UUID, user_id: UUID, task: str, error: str
) -> AgentRun:
    """Write down that a scheduled run failed which began and never ended, or which never began."""
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


def try_again(agent: AgentDefinition, now: datetime) -> bool:
    """Let a locked agent whose scheduled run has failed run again before its next time, while it has retries.

    Returns whether it will; the pauses grow from failure to failure.
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
