"""Writes of runs: start, wait, decide, finish."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.definitions.selectors import find_agents, find_runs, get_row
from agents.models import (
    AgentDefinition,
    AgentRun,
    AgentStatus,
    Approval,
    ApprovalStatus,
    RunStatus,
    RunTrigger,
)
from agents.records.runs import get_approval
from omniforge.errors import Conflict, InvalidInput
from omniforge.storage.ids import new_id
from omniforge.tenants import audit
from omniforge.tenants.access import Access

_OPEN = (RunStatus.RUNNING, RunStatus.WAITING)


def start_run(
    *,
    access: Access,
    agent: str | None,
    task: str,
    run_id: UUID | None = None,
    turn_id: UUID | None = None,
    conversation_id: UUID | None = None,
    trigger: str = RunTrigger.CHAT,
) -> AgentRun:
    """Record that an agent begins `task`; None is the master agent itself.

    If `run_id` is that of a run that waits, or that a process began before it died, that run is returned.

    Raises NotFound. Raises NotAllowed if an auditor runs an agent, since auditors only get answers. Raises
    Conflict for a paused agent, which can only be run on trial.
    """
    if agent:
        access.require_writer()
    runner = _ready(access, agent, trigger) if agent else None
    before = find_runs(access).filter(pk=run_id).first() if run_id else None
    if before and before.status in _OPEN:
        return before
    return AgentRun.objects.create(
        id=run_id if run_id and not before else new_id(),
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        agent=runner,
        task=task,
        turn_id=turn_id,
        conversation_id=conversation_id,
        trigger=trigger,
    )


def _ready(access: Access, agent: str, trigger: str) -> AgentDefinition:
    runner = get_row(find_agents(access), agent)
    if runner.status == AgentStatus.PAUSED and trigger not in (RunTrigger.TRIAL, RunTrigger.DRY_RUN):
        raise Conflict(f"{runner.slug} is paused. Say 'resume {runner.slug}' first.")
    return runner


@transaction.atomic
def finish_run(
    *,
    access: Access,
    run_id: UUID,
    status: RunStatus,
    method: str,
    output: str = "",
    error: str = "",
    state: Mapping[str, Any] | None = None,
) -> AgentRun:
    """Record how a run ended. `method` is 'model' or 'rules', `error` one short line, `state` its last
    state (`agents/records/states.py`).

    Raises NotFound, and Conflict if the run has already ended.
    """
    run = _open(access, run_id)
    run.status, run.method, run.output, run.error = status, method, output, error[:200]
    run.state, run.finished_at = dict(state or {}), timezone.now()
    run.save()
    return run


@transaction.atomic
def suspend_run(*, access: Access, run_id: UUID, state: Mapping[str, Any], output: str) -> None:
    """Store the state from which a run resumes after an answer or decision. Raises as `finish_run` does.

    Waiting calls of the same talk that this run's calls correct are replaced.
    """
    run = _open(access, run_id)
    run.status, run.state, run.output = RunStatus.WAITING, dict(state), output
    run.save()
    if run.conversation_id and run.turn_id:
        _replace_earlier(access, run, run.turn_id)


def _replace_earlier(access: Access, run: AgentRun, turn_id: UUID) -> None:
    mine = Approval.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)
    waiting = mine.filter(run__conversation_id=run.conversation_id, status=ApprovalStatus.PENDING)
    asked = {call.identity for call in waiting.filter(turn_id=turn_id)}
    earlier = waiting.exclude(turn_id=turn_id) if asked else ()
    replaced = [call for call in earlier if call.identity in asked]
    mine.filter(pk__in=[call.pk for call in replaced]).update(status=ApprovalStatus.REPLACED)
    for earlier_turn in {call.turn_id for call in replaced}:
        if not waiting.filter(turn_id=earlier_turn).exists():
            _end_waiting(earlier_turn)


def _end_waiting(turn_id: UUID) -> None:
    runs = AgentRun.objects.filter(turn_id=turn_id, status=RunStatus.WAITING)
    runs.update(status=RunStatus.CANCELLED, finished_at=timezone.now())


def store_state(run_id: UUID, state: Mapping[str, Any]) -> None:
    """Store the intermediate state of a run."""
    AgentRun.objects.filter(pk=run_id, status=RunStatus.RUNNING).update(state=dict(state))


@transaction.atomic
def resume_run(*, access: Access, run_id: UUID, turn_id: UUID) -> AgentRun:
    """Resume a waiting run in a turn. Raises NotFound, and Conflict if it no longer waits."""
    run = _open(access, run_id)
    run.status, run.turn_id = RunStatus.RUNNING, turn_id
    run.save()
    return run


@transaction.atomic
def decide_call(
    *, access: Access, approval_id: UUID, approve: bool, arguments: Mapping[str, Any] | None = None
) -> Approval:
    """Decide a waiting call once, with `arguments` as edited by the person.

    Raises NotFound if it is missing or another person's, and Conflict if it was decided or has expired.
    """
    approval = get_approval(access, approval_id, lock=True)
    if approval.status != ApprovalStatus.PENDING or approval.expires_at <= timezone.now():
        raise Conflict(
            gettext("This was decided already, or its time is over. Nothing was changed."), code="decided"
        )
    if arguments is not None:
        approval.arguments = _edited(approval, arguments)
    approval.status = ApprovalStatus.APPROVED if approve else ApprovalStatus.REJECTED
    approval.decided_by_id, approval.decided_at = access.user_id, timezone.now()
    approval.save()
    audit.record(access=access, action=f"approval.{approval.status}", target=approval, reason=approval.tool)
    return approval


@transaction.atomic
def withdraw_call(*, access: Access, approval_id: UUID) -> None:
    """Reject a waiting call that the person no longer wants. The run ends if nothing else is left to do.

    Raises what `decide_call` raises.
    """
    turn_id = decide_call(access=access, approval_id=approval_id, approve=False).turn_id
    left = (ApprovalStatus.PENDING, ApprovalStatus.APPROVED)
    if not Approval.objects.filter(turn_id=turn_id, status__in=left).exists():
        _end_waiting(turn_id)


def _edited(approval: Approval, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the edited arguments: values may change, names may not."""
    unknown = sorted(set(arguments) - set(approval.arguments))
    if unknown:
        raise InvalidInput(f"{approval.tool} takes no argument {', '.join(unknown)}.")
    return {**approval.arguments, **arguments}


def _open(access: Access, run_id: UUID) -> AgentRun:
    run = get_row(find_runs(access).select_for_update(of=("self",)), str(run_id))
    if run.status not in _OPEN:
        raise Conflict(gettext("This run has ended already."))
    return run
