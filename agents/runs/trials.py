"""Trials: prompts answered by an agent as it is and as it would be, side by side, before a change."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext, override

from agents.context.pack import ContextPack
from agents.definitions.schedules.due import now_in
from agents.definitions.selectors import get_agent
from agents.definitions.validation import MOST_EXAMPLES, AgentFields, check_agent_fields
from agents.events import TextDelta
from agents.models import AgentDefinition, AgentRun, RunStatus, RunTrigger
from agents.records.services import finish_run, start_run
from agents.runs.job import Job
from agents.runs.outcome import Outcome
from agents.runs.runner import carry_out
from omniforge.errors import InvalidInput, ModelError
from omniforge.llm import Models
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import choice_of
from omniforge.tenants.usage import record_calls


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """An agent's answer to a prompt. `method` is 'model' or 'rules', `status` is that of its run."""

    run_id: str
    text: str
    status: str
    method: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The agent's answers to one prompt, as it is now and with the changes."""

    prompt: str
    now: TrialAnswer
    changed: TrialAnswer


async def compare_runs(
    access: Access,
    agent: str,
    changes: AgentFields,
    prompts: Sequence[str] = (),
    *,
    models: Callable[[], Models] | None = None,
) -> list[Comparison]:
    """Run an agent (its name or id) with and without `changes` on `prompts`, or else on its kept examples.

    Nothing is changed: the changes are not stored, and tools only read. The runs are stored as trials. A
    paused agent can be tried too. Raises NotFound, NotAllowed for auditors, and InvalidInput for invalid
    changes or missing prompts.
    """
    now, changed = await in_database(_definitions, access, agent, changes)
    tried = list(prompts) or now.examples
    if not 0 < len(tried) <= MOST_EXAMPLES:
        said = gettext("Give 1 to {most} prompts, or save examples with the agent.")
        raise InvalidInput(said.format(most=MOST_EXAMPLES))
    make = models or (await in_database(choice_of, access.tenant_id)).models
    runs = [_answer(access, one, prompt, make()) for prompt in tried for one in (now, changed)]
    with override(settings.LANGUAGE_CODE):  # agents answer in English, whoever tries them
        answers = iter(await asyncio.gather(*runs))
    return [Comparison(prompt, next(answers), next(answers)) for prompt in tried]


def _definitions(access: Access, agent: str, changes: AgentFields) -> tuple[AgentDefinition, AgentDefinition]:
    """Return the agent as it is, and an unsaved copy with the changes."""
    access.require_writer()
    now, changed = get_agent(access, agent), get_agent(access, agent)
    for name, value in check_agent_fields(changes, tenant_id=access.tenant_id).items():
        setattr(changed, name, value)
    return now, changed


async def _answer(access: Access, agent: AgentDefinition, prompt: str, models: Models) -> TrialAnswer:
    pack = await in_database(_pack, access, prompt, models)
    run = await in_database(
        start_run,
        access=access,
        agent=str(agent.pk),
        task=prompt,
        turn_id=pack.turn_id,
        trigger=RunTrigger.TRIAL,
    )
    outcome = Outcome()
    text = await _text(pack, run, agent, outcome)
    await in_database(record_calls, access=access, turn_id=pack.turn_id, calls=models.calls)
    if outcome.status == RunStatus.WAITING:  # nobody answers a trial's question
        outcome.status = RunStatus.PARTIAL
        await in_database(
            finish_run,
            access=access,
            run_id=run.pk,
            status=outcome.status,
            method=outcome.method,
            output=text,
        )
    return TrialAnswer(str(run.pk), text, outcome.status, outcome.method)


def _pack(access: Access, prompt: str, models: Models) -> ContextPack:
    now = now_in(access.tenant_id)
    return ContextPack(access, new_id(), prompt, now, models, trigger=RunTrigger.TRIAL)


async def _text(pack: ContextPack, run: AgentRun, agent: AgentDefinition, outcome: Outcome) -> str:
    """Return all that the run said, if the model broke off, also why."""
    said: list[str] = []
    try:
        async with aclosing(carry_out(Job(pack, agent, run), outcome)) as outputs:
            async for output in outputs:
                if isinstance(output, TextDelta):
                    said.append(output.text)
    except ModelError as error:
        said.append(f"\n\n{error.message}")
    return "".join(said).strip()
