"""Reads of runs: what waits for a person, and what another process can take up."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from agents.models import AgentRun, Approval, ApprovalStatus, RunStatus
from agents.selectors import find_runs
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


def pending_approvals(access: Access) -> QuerySet[Approval]:
    """Return what waits for the person's word, oldest first."""
    return _own_approvals(access).filter(status=ApprovalStatus.PENDING, expires_at__gt=timezone.now())


def approvals_in(access: Access, conversation_id: UUID) -> QuerySet[Approval]:
    """Return what was asked of the person in a conversation, decided or not, oldest first."""
    return _own_approvals(access).filter(run__conversation_id=conversation_id)


def get_approval(access: Access, approval_id: UUID, *, lock: bool = False) -> Approval:
    """Return an approval of the person's own, whatever became of it; locked, nobody else decides on it.

    Raises NotFound.
    """
    own = _own_approvals(access)
    own = own.select_for_update(of=("self",)) if lock else own
    approval = own.filter(pk=approval_id).first()
    if approval is None:
        raise NotFound("There is no such approval. It was withdrawn, or it belongs to someone else.")
    return approval


def _own_approvals(access: Access) -> QuerySet[Approval]:
    own = Approval.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)
    return own.select_related("run").order_by("created_at")


def waiting_run(access: Access, run_id: str) -> AgentRun | None:
    """Return a run that waits for the person, with its agent; None where it does not wait any more."""
    waiting = find_runs(access).filter(user_id=access.user_id, status=RunStatus.WAITING)
    return waiting.filter(pk=run_id).first()


def undecided(run_id: UUID) -> list[Approval]:
    """Return the approvals that a run still waits for."""
    waiting = Approval.objects.filter(run_id=run_id, status=ApprovalStatus.PENDING)
    return list(waiting.filter(expires_at__gt=timezone.now()).order_by("created_at"))


def resumable(turn_ids: Iterable[UUID]) -> set[UUID]:
    """Return those of some turns whose runs were cut off with a plan, so that they can be gone on with."""
    runs = AgentRun.objects.filter(turn_id__in=list(turn_ids), status=RunStatus.RUNNING)
    return {
        turn_id for turn_id in runs.filter(plan__isnull=False).values_list("turn_id", flat=True) if turn_id
    }
