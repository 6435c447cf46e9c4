"""The master agent: answers one turn of a conversation by a model's tool loop, or by rules without a model.

Structural input is handled before the loop: a decision on a call, a question to the documents, a turn begun
for an agent, exact commands, a clicked choice. All else goes to the loop, whatever its label.
"""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.unread import going_on_unread
from agents.events import IntentFound, Outputs, TextDelta, ToolCalled, give, say
from agents.knowledge.pipeline import answer_question
from agents.models import RunTrigger
from agents.runs import resumed
from agents.runs.decisions import ask_which_call
from agents.runs.loop_and_intent import answer_beside_intent
from agents.runs.runner import run_agent, run_commands, run_here
from agents.without_model.orders import READS_ONLY, dry_run_ordered
from agents.without_model.rules import OF_DOCUMENTS, answer_without_model, commands_cover, intent_of_begun
from intent.explicit import explicit_intent
from intent.types import ActionType, Choice, Intent, Method
from omniforge.errors import Conflict, ModelError
from omniforge.tenants.models import Role

_FORMS = ("/agents", "/skills", "/help", "/settings")  # commands that are answered without a model


async def run_master(pack: ContextPack) -> Outputs:
    """Yield the events of one turn, and DialogueChanged, of which the last one counts.

    Raises the services' errors and ModelError. The turn engine reports them.
    """
    by_model = pack.models.plays("reply") and not await _is_in_form(pack)
    answering = _answer(pack) if by_model else answer_without_model(replace(pack, models=pack.models.muted()))
    async with aclosing(answering) as outputs:
        async for output in outputs:
            yield output


async def _is_in_form(pack: ContextPack) -> bool:
    """Return whether a form begun by rules is open. A decision on a run takes precedence over it."""
    return pack.dialogue.draft is not None and await resumed.decided_run(pack) is None


async def _answer(pack: ContextPack) -> Outputs:
    """Answer with a model. It also answers a message on which the rules before the loop fail."""
    parts: Sequence[Outputs] = ()
    with going_on_unread():
        parts = await _before_the_loop(pack)
    for part in parts or (_by_loop(pack),):
        async with aclosing(part) as outputs:
            async for output in outputs:
                yield output


async def _before_the_loop(pack: ContextPack) -> Sequence[Outputs]:
    """Return the answer to structural input, its intent first. Empty for what the loop answers."""
    if taken := await resumed.find_resumed_run(pack):
        intent = resumed.decided_intent(taken.run)
        return give(IntentFound(intent)), resumed.resume(pack, taken.run, taken.remark)
    if which := await ask_which_call(pack):
        return (which,)
    if known := _structural(pack):  # a path without a model yields its own intent
        told = () if _is_form(pack, known) else (give(IntentFound(known)),)
        return *told, _by_structure(pack, known)
    return ()


def _structural(pack: ContextPack) -> Intent | None:
    """Return the intent of a message that needs no reading, else None."""
    if pack.ask:
        return OF_DOCUMENTS
    if pack.agent:
        return intent_of_begun(pack.agent, pack.trigger)
    if name := dry_run_ordered(pack):
        return intent_of_begun(name, RunTrigger.DRY_RUN)
    if pack.forced_action:
        return Intent(pack.forced_action, 1.0, reasoning="You said so.", method=Method.CORRECTED)
    if chosen := _chosen(pack):
        reasoning = f"You chose: {chosen.title}."
        return Intent(
            chosen.action_type,
            1.0,
            reasoning=reasoning,
            target_agent=chosen.target_agent,
            method=Method.PENDING,
        )
    return explicit_intent(pack.message, pack.catalogue) if pack.message.lstrip()[:1] in ("/", "@") else None


def _is_form(pack: ContextPack, intent: Intent) -> bool:
    """Return whether this exact command is answered without the model."""
    if pack.ask or pack.agent or pack.forced_action or _chosen(pack):
        return False
    return intent.action_type is ActionType.UNKNOWN or pack.message.split()[0].lower() in _FORMS


def _by_structure(pack: ContextPack, intent: Intent) -> Outputs:
    if pack.ask:
        return answer_question(pack, pack.ask)
    agent = pack.agent or (intent.target_agent if intent.method is Method.EXPLICIT else None)
    if agent and intent.action_type is ActionType.EXECUTE_TASK:
        return say(READS_ONLY) if pack.access.role == Role.AUDITOR else _run(_as_ordered(pack), agent)
    if chosen := _chosen(pack):
        return _known(pack, intent, f"The person chose: {chosen.title}. {chosen.effect}", of=chosen)
    if intent.method is Method.CORRECTED:
        return _known(pack, intent, f"The person says what this asks for: {intent.action_type}")
    if _is_form(pack, intent):
        return answer_without_model(pack)
    return _known(pack, intent, f"The person used a command: {intent.action_type}")


def _as_ordered(pack: ContextPack) -> ContextPack:
    """Return the turn as a dry run if its message asks for one."""
    return replace(pack, trigger=RunTrigger.DRY_RUN) if not pack.agent and dry_run_ordered(pack) else pack


async def _run(pack: ContextPack, agent: str) -> Outputs:
    try:
        async with aclosing(run_agent(pack, agent)) as outputs:
            async for output in outputs:
                yield output
    except Conflict as error:  # the agent is paused
        yield TextDelta(error.message)


def _chosen(pack: ContextPack) -> Choice | None:
    """Return the choice that a message picks, by its full text (as a click sends it) or its number."""
    pending, said = pack.dialogue.pending, pack.message.strip().casefold()
    choices: Sequence[Choice] = pending.choices if pending else ()
    return next(
        (
            choice
            for place, choice in enumerate(choices, 1)
            if said in (choice.title.casefold(), choice.message.casefold(), str(place))
        ),
        None,
    )


def _known(pack: ContextPack, intent: Intent, told: str, of: Choice | None = None) -> Outputs:
    """Let the loop answer a message whose intent is already known."""

    async def understood() -> Intent:
        return intent

    words = of.message if of else pack.words
    known = replace(pack, message=words or pack.message, words=words, understood=understood)
    return run_here(replace(known, dialogue=pack.dialogue.gone_on()), told=told)


async def _by_loop(pack: ContextPack) -> Outputs:
    """Answer by the model. If it fails before any output, rules may answer what they cover exactly.

    Commands whose targets don't exist are no answer. The model's failure is reported instead.
    """
    has_begun = False
    try:
        async with aclosing(answer_beside_intent(pack)) as outputs:
            async for output in outputs:
                has_begun = has_begun or isinstance(output, TextDelta | ToolCalled)
                yield output
        return
    except ModelError as error:
        if has_begun or not commands_cover(pack):
            raise
        failed = error
    async with aclosing(run_commands(pack)) as outputs:
        async for output in outputs:
            has_begun = has_begun or bool(isinstance(output, TextDelta) and output.text)
            yield output
    if not has_begun:
        raise failed
