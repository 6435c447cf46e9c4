"""Whether a call may be made at all, and whether a person has to approve it first."""

from agents.events import ApprovalAsked
from agents.models import Approval, ApprovalStatus, CallStatus, RunTrigger
from agents.tools import approvals
from agents.tools.address_check import Visit, can_ask, check_address
from agents.tools.call import Call, Outcome
from agents.tools.tool import Effect
from omniforge.storage.database import in_database
from omniforge.tenants.models import Role

ONLY_READS = (
    "This part only reads: it was handed on without writes. Give back what is to be changed, and say that "
    "you changed nothing."
)


def refusal(call: Call) -> str:
    """Say why a call may not be made, empty if it may."""
    run, tool = call.run, call.tool
    if call.effect != Effect.READ and run.pack.access.role == Role.AUDITOR:
        return "An auditor reads only; this would change something."
    if not run.pack.access.has_scope(tool.scope):
        return f"The API key that asks lacks the scope {tool.scope}, which {tool.name} needs."
    if reason := _beyond_run(call):
        return reason
    if why := run.failed_before(call.signature):
        return f"This very call failed before, and nothing was changed since: {why} Do something else."
    if run.calls.get(tool.name, 0) >= tool.cap:
        return f"{tool.name} was called {tool.cap} times in this turn already. Go on with what is known."
    if limit := run.spending.exceeded():
        return f"The limit of {limit} is reached. Conclude from what is known."
    return _refused_address(call)


def _beyond_run(call: Call) -> str:
    """Say why this sort of run may not make the call: a trial and some parts only read."""
    pack = call.run.pack
    if call.effect == Effect.READ:
        return ""
    if pack.trigger == RunTrigger.TRIAL:
        return "This is a trial: it only reads, and changes nothing."
    return ONLY_READS if pack.reads_only else ""


def _refused_address(call: Call) -> str:
    """Say why an address may not be visited, empty if it may, or if a person is asked."""
    visit = check_address(call)
    if visit == Visit.REFUSED:
        return (
            "This address doesn't stand in what the person said or in what was read, or only as a part of "
            "something longer. Use one exactly as it stands there."
        )
    if visit == Visit.ASKS_FIRST and not can_ask(call.run):
        return (
            "Only texts that others wrote name this address, and nobody can be asked to approve it here. "
            "Go on without it, and say that the person has to name it."
        )
    return ""


async def decision_on(call: Call) -> Approval | None:
    """Return the approval that decides on a call, or None if nobody needs to be asked."""
    if call.effect == Effect.READ and check_address(call) != Visit.ASKS_FIRST:
        return None
    return await in_database(approvals.ask_first, call)


def _declined(decision: Approval) -> Outcome:
    """Return the model's outcome of a no or an expired approval, with the person's message."""
    what = decision.what.rstrip(".")
    late = decision.status == ApprovalStatus.EXPIRED
    told = f"Nobody approved this in time, so it was not done: {what}." if late else f"OK, not done: {what}."
    return Outcome(CallStatus.REFUSED, f"The person did not approve this, so it was not done: {what}.", told)


def _taken_as_no(decision: Approval) -> Outcome:
    """Return the outcome of a no with a remark, whose meaning the model has to judge."""
    what = decision.what.rstrip(".")
    read = (
        f"Not done: {what}. The person's words below were taken as a no to it as it stands. Call it anew, "
        "changed or the same, if they want it: then they are asked again."
    )
    return Outcome(CallStatus.REFUSED, read, f"Not done as it stands: {what}.")


def not_approved(call: Call, decision: Approval) -> Outcome | None:
    """Return the outcome of a call that is not approved, or not yet, or None if it is approved."""
    if decision.status == ApprovalStatus.APPROVED:
        return None
    if decision.status == ApprovalStatus.REJECTED and call.run.pack.remark:
        call.run.remarked.add(call.signature)
        return _taken_as_no(decision)
    if decision.status != ApprovalStatus.PENDING:
        return _declined(decision)
    call.run.waiting.append(decision.pk)
    call.run.channel.send(
        ApprovalAsked(
            approval_id=str(decision.pk),
            tool=call.tool.name,
            what=decision.what,
            why=decision.why,
            arguments=decision.arguments,
            expires_at=decision.expires_at.isoformat(),
        )
    )
    waits = f"{call.label}: this waits for the person's approval."
    return Outcome(CallStatus.RUNNING, waits, "Waits for your approval", waits=True)
