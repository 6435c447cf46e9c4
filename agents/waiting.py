"""A run that waits for a person: what they say goes to it, decides for it, or ends it."""

from contextlib import aclosing
from dataclasses import replace
from uuid import UUID

from agents.context import ContextPack
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta
from agents.models import AgentRun, RunStatus
from agents.runner import carry_out, ended_run
from agents.runs.outcome import Outcome
from agents.runs.selectors import undecided, waiting_run
from agents.selectors import get_agent
from agents.services import decide, finish_run, take_up
from intent.types import ActionType, DialogueMove, Intent, Method, Move
from omniforge.database import in_database
from omniforge.tenants.access import Access

DECIDED = "decided_run"  # the entity of an intent that goes on with a run
_YES = {"yes", "y", "ok", "okay", "approve", "approved", "go ahead", "do it", "yes please", "sure"}
_NO = {"no", "n", "reject", "rejected", "don't", "do not", "no thanks", "never mind", "cancel", "stop"}


async def waiting_intent(pack: ContextPack) -> Intent | None:
    """Return the intent of a message that decides for a waiting run; None where its words have to be read.

    A run whose approvals were all decided on, in the page or by REST, goes on whatever the message says.
    """
    run = await _waiting(pack)
    if run is None or "approvals" not in run.state:
        return None
    left = await in_database(undecided, run.pk)
    said = pack.message.strip().strip(".!").lower()
    if left and pack.dialogue.asks_for_run and said in _YES | _NO:
        await in_database(_decide_all, pack.access, run.pk, said in _YES)
    elif left:
        return None
    return Intent(
        ActionType.EXECUTE_TASK,
        1.0,
        entities={DECIDED: str(run.pk)},
        reasoning="You decided on what was waiting.",
        method=Method.PENDING,
        move=DialogueMove(Move.CONFIRM, pack.message),
    )


async def go_on(pack: ContextPack) -> Outputs:
    """Let the waiting run go on with what the person said. Raises as the runner does."""
    run = await _waiting(pack)
    if run is None:
        yield TextDelta("What was waiting here has ended meanwhile. Tell me what you would like to do.")
        yield DialogueChanged(pack.dialogue.released())
        return
    agent = await in_database(get_agent, pack.access, run.agent.slug) if run.agent else None
    run = await in_database(take_up, access=pack.access, run_id=run.pk, turn_id=pack.turn_id)
    yield AgentPhase("executing", f"Going on with {agent.slug}" if agent else "Going on")
    resumed = replace(pack, message=run.task, dialogue=pack.dialogue.released())
    outcome, answer = Outcome(), pack.message
    async with aclosing(carry_out(resumed, run, agent, outcome, answer=answer)) as outputs:
        async for output in outputs:
            yield output
    if agent and (ended := ended_run(run, agent.slug, outcome)):
        yield ended


async def let_go(pack: ContextPack) -> Outputs:
    """End the waiting run as the person wishes."""
    run = await _waiting(pack)
    if run:
        await in_database(
            finish_run,
            access=pack.access,
            run_id=run.pk,
            status=RunStatus.CANCELLED,
            method=run.method,
            output=run.output,
        )
    yield TextDelta("All right, I stopped. Nothing more is done.")
    yield DialogueChanged(pack.dialogue.released())


async def _waiting(pack: ContextPack) -> AgentRun | None:
    if not pack.dialogue.waiting_run:
        return None
    return await in_database(waiting_run, pack.access, pack.dialogue.waiting_run)


def _decide_all(access: Access, run_id: UUID, approve: bool) -> None:
    for approval in undecided(run_id):
        decide(access=access, approval_id=approval.pk, approve=approve)
