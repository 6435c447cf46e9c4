"""Whether a call may be made at all, and whether a person has to allow it first."""

from agents.events import ApprovalAsked
from agents.models import Approval, ApprovalStatus, CallStatus
from agents.runs.context import RunContext
from agents.tools import ledger
from agents.tools.call import Call, Outcome
from agents.tools.tool import Effect
from omniforge.database import in_database
from omniforge.tenants.models import Role


def refusal(call: Call) -> str:
    """Say why a call may not be made; empty where it may."""
    run, tool = call.run, call.tool
    if tool.effect != Effect.READ and run.pack.access.role == Role.AUDITOR:
        return "An auditor reads only; this would change something."
    if not run.pack.access.has_scope(tool.scope):
        return f"The API key that asks lacks the scope {tool.scope}, which {tool.name} needs."
    if call.signature in run.failed:
        return f"This very call failed before: {run.failed[call.signature]} Do something else."
    if run.calls.get(tool.name, 0) >= tool.cap:
        return f"{tool.name} was called {tool.cap} times in this turn already. Go on with what is known."
    if limit := run.spending.exceeded():
        return f"The limit of {limit} is reached. Conclude from what is known."
    if run.tainted and tool.address and not _was_named(run, str(call.arguments.get(tool.address, ""))):
        return "Nobody has named this address: neither the person nor what was read so far. Use one that was."
    return ""


def _was_named(run: RunContext, address: str) -> bool:
    """Return whether an address was said or read; one that is made up could carry secrets away."""
    said = (run.pack.message, *(past.content for past in run.pack.window if past.role == "user"))
    return any(address in text for text in (*said, *run.heard))


async def decision_on(call: Call) -> Approval | None:
    """Return the approval that decides on a call; None where nobody need be asked."""
    if call.tool.effect == Effect.READ:
        return None
    return await in_database(ledger.ask_first, call)


def not_approved(call: Call, decision: Approval) -> Outcome | None:
    """Return what comes of a call that is not approved, or not yet; None where it is."""
    if decision.status == ApprovalStatus.APPROVED:
        return None
    if decision.status != ApprovalStatus.PENDING:
        return Outcome.refused(f"The person did not approve this ({decision.status}). Do not try it again.")
    call.run.waiting.append(decision.pk)
    call.run.channel.send(
        ApprovalAsked(
            approval_id=str(decision.pk),
            tool=call.tool.name,
            what=call.label,
            why=decision.why,
            arguments=decision.arguments,
            expires_at=decision.expires_at.isoformat(),
        )
    )
    waits = f"{call.label}: this waits for the person's approval."
    return Outcome(CallStatus.RUNNING, waits, "Waits for your approval", waits=True)
