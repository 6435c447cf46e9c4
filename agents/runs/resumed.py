"""A run that waits for a person: a message answers it, decides it, or ends it."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from uuid import UUID

from agents.context.open import OpenRun
from agents.context.pack import ContextPack
from agents.definitions.selectors import get_agent
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta
from agents.models import AgentRun, Approval, RunStatus, RunTrigger
from agents.records.runs import find_unfinished_run, find_waiting_run, undecided_among
from agents.records.services import decide_call, finish_run, resume_run, withdraw_call
from agents.records.states import WaitingForAnswer, WaitingForApproval, approvals_of, read_state
from agents.runs.decisions import Decision, decision_in, fits_several
from agents.runs.job import Job
from agents.runs.outcome import Outcome
from agents.runs.runner import carry_out, ended_run
from intent.dialogue import Reply, read_answer, stops_to_ask
from intent.types import ActionType, DialogueMove, Intent, Method, Move
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

DECIDED = "decided_run"  # the entity of an intent that resumes a run


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """A run that a message resumes. `remark` is the message if it says more than no."""

    run: AgentRun
    remark: str = ""


async def find_resumed_run(pack: ContextPack) -> ResumedRun | None:
    """Return the waiting run that a message resumes: all its calls are decided, or it asked a question.

    Any other request leaves the calls waiting. Any words may answer a model's own question.
    """
    if run := await find_interrupted_run(pack):
        return ResumedRun(run)
    if taken := await decided_run(pack):
        return taken
    run = await _asking(pack)
    return ResumedRun(run) if run and isinstance(read_state(run.state), WaitingForAnswer) else None


async def decided_run(pack: ContextPack) -> ResumedRun | None:
    """Return a run of the conversation whose calls are all decided: on the page, by REST, or by this message
    if it is a yes or no to the last question.
    """
    for run_id in pack.dialogue.waiting_runs:
        run = await in_database(find_waiting_run, pack.access, run_id)
        approvals = approvals_of(read_state(run.state)) if run else ()
        if run and approvals and not await in_database(undecided_among, approvals):
            return ResumedRun(run)
    if decision := await decision_in(pack):
        return await _decided_by(pack, decision)
    return None if await fits_several(pack) else await _remarked(pack)


async def _decided_by(pack: ContextPack, decision: Decision) -> ResumedRun | None:
    """Decide a run's calls as the message says; None if no call waits, or one still does afterwards."""
    run = await in_database(find_waiting_run, pack.access, decision.asked.run_id)
    approvals = approvals_of(read_state(run.state)) if run else ()
    if run is None or not approvals:
        return None
    if await in_database(_decide_by, pack.access, approvals, decision):
        return None
    by_model = decision.goes_on and _is_by_model(pack, run)
    return ResumedRun(run, pack.message if by_model else "")


async def _remarked(pack: ContextPack) -> ResumedRun | None:
    """Take a no with a remark ('not yet, at 8') as no, and leave it to a model to act on the remark.

    A yes with a remark decides nothing: the calls keep waiting, and the model gets the words like any
    others.
    """
    if stops_to_ask(pack.message):
        return None
    run = await _asking(pack) if read_answer(pack.message).said in (Reply.NO, Reply.NEVER_MIND) else None
    if run is None or not _is_by_model(pack, run):
        return None
    await in_database(_decide_all, pack.access, approvals_of(read_state(run.state)), False)
    return ResumedRun(run, pack.message)


def _is_by_model(pack: ContextPack, run: AgentRun) -> bool:
    return isinstance(read_state(run.state), WaitingForApproval) and pack.models.plays("reply")


async def settle(pack: ContextPack, asked: OpenRun, *, approve: bool) -> Outputs:
    """Return the outputs that follow a yes or no to a run's calls."""
    run = await in_database(find_waiting_run, pack.access, asked.run_id)
    if run and (approvals := approvals_of(read_state(run.state))):
        await in_database(_decide_all, pack.access, approvals, approve)
    return resume(pack, run)


def decided_intent(run: AgentRun) -> Intent:
    """Return the intent of a message that resumes a run."""
    return Intent(
        ActionType.EXECUTE_TASK,
        1.0,
        entities={DECIDED: str(run.pk)},
        reasoning="You answered what was waiting.",
        method=Method.PENDING,
        move=DialogueMove(Move.CONFIRM),
    )


async def find_interrupted_run(pack: ContextPack) -> AgentRun | None:
    """Return the run of a turn that another process had begun, to resume from its transcript."""
    return await in_database(find_unfinished_run, pack.access, pack.turn_id) if pack.again else None


async def resume(pack: ContextPack, run: AgentRun | None, remark: str = "") -> Outputs:
    """Resume a waiting run with the person's message, and a `remark` that came with a decision.

    Raises the runner's errors.
    """
    if run is None:
        yield TextDelta("That has ended meanwhile. What would you like to do?")
        yield DialogueChanged(pack.dialogue.closed())
        return
    agent = await in_database(get_agent, pack.access, run.agent.slug) if run.agent else None
    state, answer = read_state(run.state), pack.message
    if run.status == RunStatus.WAITING:
        run = await in_database(resume_run, access=pack.access, run_id=run.pk, turn_id=pack.turn_id)
    yield AgentPhase("executing", f"Going on with {agent.slug}" if agent else "Going on")
    dialogue = pack.dialogue.without_run(str(run.pk))
    resumed = replace(pack, message=run.task, dialogue=dialogue, remark=remark)
    if run.trigger == RunTrigger.DRY_RUN:  # a dry run stays one
        resumed = replace(resumed, trigger=RunTrigger.DRY_RUN)
    outcome = Outcome()
    async with aclosing(carry_out(Job(resumed, agent, run, state, answer), outcome)) as outputs:
        async for output in outputs:
            yield output
    if agent and (ended := ended_run(run, agent.slug, outcome)):
        yield ended


async def cancel(pack: ContextPack, asked: OpenRun) -> Outputs:
    """End a waiting run as the person asks."""
    await cancel_if_waiting(pack.access, asked.run_id)
    yield TextDelta("OK, I dropped it. Nothing more is done.")
    yield DialogueChanged(pack.dialogue.without_run(asked.run_id))


async def cancel_if_waiting(access: Access, run_id: str) -> None:
    """End a run if it still waits, without an answer."""
    if run := await in_database(find_waiting_run, access, run_id):
        await in_database(
            finish_run,
            access=access,
            run_id=run.pk,
            status=RunStatus.CANCELLED,
            method=run.method,
            output=run.output,
        )


async def current_run(pack: ContextPack) -> AgentRun | None:
    """Return the run that asked last, or None."""
    if not pack.dialogue.waiting_run:
        return None
    return await in_database(find_waiting_run, pack.access, pack.dialogue.waiting_run)


async def _asking(pack: ContextPack) -> AgentRun | None:
    """Return the run whose question is the open one."""
    return await current_run(pack) if pack.dialogue.asks_for_run else None


def _decide_by(access: Access, approvals: Sequence[UUID], decision: Decision) -> list[Approval]:
    """Decide the calls that a decision is on, and return those of these `approvals` that still wait.

    Calls of other runs can only be refused: those runs end, the one that resumes speaks for them.
    """
    for approval in undecided_among(approvals):
        if (verdict := decision.on(approval.pk)) is not None:
            decide_call(access=access, approval_id=approval.pk, approve=verdict)
    for approval in undecided_among(decision.calls.keys() - approvals):
        withdraw_call(access=access, approval_id=approval.pk)
    return undecided_among(approvals)


def _decide_all(access: Access, approvals: Sequence[UUID], approve: bool) -> None:
    for approval in undecided_among(approvals):
        decide_call(access=access, approval_id=approval.pk, approve=approve)
