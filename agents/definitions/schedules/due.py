"""When an agent is due: its next run in the tenant's zone, missed runs, retries after failures."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from agents.models import AgentDefinition, AgentStatus, MissedRuns
from intent.schedules import Schedule
from omniforge.tenants.selectors import zone_of

LATE = timedelta(minutes=10)
_FIRST_PAUSE = timedelta(minutes=5)


def reschedule(agent: AgentDefinition, now: datetime) -> None:
    """Set `next_run_at` of an agent about to be saved, or None unless it may run on a schedule."""
    agent.next_run_at = next_due(agent, now) if agent.status == AgentStatus.ACTIVE else None


def reschedule_all(*, tenant_id: UUID, **signal: object) -> None:
    """Update the next runs of a tenant after a change of time zone, in two queries."""
    standing = AgentDefinition.objects.filter(tenant_id=tenant_id).exclude(next_run_at=None)
    agents = list(standing.select_related("tenant").select_for_update(of=("self",)))
    now = timezone.now()
    for agent in agents:
        reschedule(agent, now)
    AgentDefinition.objects.bulk_update(agents, ["next_run_at"])


def next_due(agent: AgentDefinition, after: datetime) -> datetime | None:
    """Return when the agent is due next after `after`; None if it runs on demand or its schedule is over."""
    schedule = schedule_of(agent)
    return schedule.next_after(after.astimezone(ZoneInfo(agent.tenant.time_zone))) if schedule else None


def now_in(tenant_id: UUID) -> datetime:
    """Return the current time in the zone that a tenant's schedules use."""
    return timezone.now().astimezone(zone_of(tenant_id))


def is_skipped(agent: AgentDefinition, now: datetime) -> bool:
    """Return whether a due run is so late that the agent should wait for its next one."""
    late = agent.next_run_at is not None and now - agent.next_run_at > LATE
    return late and agent.missed_runs == MissedRuns.SKIP


def pause_after(failures: int) -> timedelta:
    """Return the pause after `failures` in a row, 1 or more: 5 minutes, 15, 45, ..."""
    return _FIRST_PAUSE * int(3 ** (failures - 1))


def say_next(agent: AgentDefinition, now: datetime) -> str:
    """Return the next run in words, 'Next: Monday 09:00.', empty if none is due. `now` has its zone."""
    return f"Next: {say_time(agent.next_run_at, now)}." if agent.next_run_at else ""


def say_time(at: datetime, now: datetime) -> str:
    """Return `at` in words, relative to `now` and in its zone: 'today 09:00', '1 March 09:00'."""
    local = at.astimezone(now.tzinfo)
    days = (local.date() - now.date()).days
    this_year = local.year == now.year
    names = {0: gettext("today"), 1: gettext("tomorrow")}
    names |= dict.fromkeys(range(2, 7), date_format(local, "l"))
    day = names.get(days) or date_format(local, gettext("j F") if this_year else gettext("j F Y"))
    return f"{day} {local:%H:%M}"


def schedule_of(agent: AgentDefinition) -> Schedule:
    """Return an agent's schedule."""
    return Schedule.parse(agent.schedule)
