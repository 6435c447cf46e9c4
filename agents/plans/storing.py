"""Plans and steps as rows, so that another process can go on with them."""

from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from agents.models import Plan as PlanRow
from agents.models import PlanStep, StepStatus
from agents.plans.plan import Plan

_ENDS = (StepStatus.DONE, StepStatus.FAILED, StepStatus.SKIPPED)


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step gave: text, and fields that later steps take their arguments from."""

    text: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan with what is known of its steps so far."""

    id: UUID
    plan: Plan
    results: dict[str, StepResult]
    failed: dict[str, str]
    replans: int


@transaction.atomic
def keep_plan(run_id: UUID, plan: Plan, *, replans: int = 0) -> UUID:
    """Store the plan of a run, or the new one in place of the old; what steps of the same id gave stays."""
    values = {
        "goal": plan.goal,
        "stages": [asdict(stage) for stage in plan.stages],
        "constraints": list(plan.constraints),
        "replans": replans,
    }
    row, _ = PlanRow.objects.update_or_create(run_id=run_id, defaults=values)
    keys = [step.id for step in plan.steps()]
    row.steps.exclude(key__in=keys).delete()
    known = set(row.steps.values_list("key", flat=True))
    PlanStep.objects.bulk_create(PlanStep(plan=row, key=key) for key in keys if key not in known)
    row.steps.filter(status__in=(StepStatus.FAILED, StepStatus.SKIPPED)).update(
        status=StepStatus.PENDING, error=""
    )
    return row.pk


def load_plan(run_id: UUID) -> StoredPlan | None:
    """Return the plan of a run as far as it got, or None where it has none."""
    row = PlanRow.objects.filter(run_id=run_id).first()
    if row is None:
        return None
    steps = list(row.steps.all())
    done = {one.key: StepResult(**one.result) for one in steps if one.status == StepStatus.DONE}
    failed = {one.key: one.error for one in steps if one.status == StepStatus.FAILED}
    plan = Plan.from_stages(row.goal, row.stages, row.constraints)
    return StoredPlan(row.pk, plan, done, failed, row.replans)


def note_step(
    plan_id: UUID, key: str, status: StepStatus, *, result: StepResult | None = None, error: str = ""
) -> None:
    """Write down how a step stands now."""
    changed: dict[str, Any] = {"status": status, "error": error}
    if status == StepStatus.RUNNING:
        changed["started_at"] = timezone.now()
    if status in _ENDS:
        changed["finished_at"] = timezone.now()
    if result:
        changed["result"] = asdict(result)
    PlanStep.objects.filter(plan_id=plan_id, key=key).update(**changed)
