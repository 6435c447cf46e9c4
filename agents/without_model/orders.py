"""Carries out a message's commands: forms they begin, agents they run, and all others as one run."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.builder import beginning
from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, Outputs, TextDelta, chain, give, in_turn, offer_choices, say
from agents.failures import ToolFailed
from agents.handlers.agents.which_agent import resolve_agents
from agents.handlers.registry import handlers
from agents.handlers.task import NoSuchTarget, Question, Task
from agents.models import RunTrigger
from agents.runs.missed_parts import report_missed, without_remarks
from agents.runs.outcome import Outcome
from agents.runs.runner import run_agent, run_commands
from agents.tools.channel import Channel
from agents.tools.run_context import RunContext
from agents.without_model.reaction import Reaction
from intent.commands import Command, Reading, read_commands
from intent.commands.labels import intent_of
from intent.commands.told_events import puts_existing
from intent.explicit import speaks_of_trying
from intent.forms.channels import is_channel
from intent.forms.names import names_it
from intent.forms.schedules import begins_with_when
from intent.forms.two_works import split_two_works
from intent.forms.verbs import orders_next
from intent.types import ActionType, Choice, Intent
from omniforge.errors import Conflict
from omniforge.llm.types import ChatMessage
from omniforge.tenants.models import Role

Answering = Callable[[ContextPack, str], Outputs]
READS_ONLY = (
    "As an auditor you can read here, not change or run anything. A member of the workspace can do it."
)
_RUN, _DRY_RUN = "agent.run", "agent.dry_run"
_ELSEWHERE = ("agent.create", "skill.create", _RUN, _DRY_RUN)  # commands without a handler
_EVENT = "event.update"
_LOOKED_FOR = ("thing.", "event.", "work.")
_PERSONAL = "preference"
_LEFT = "thing.left"  # alone it orders nothing


async def run_message_commands(pack: ContextPack, answer: Answering) -> Reaction | None:
    """Return the outputs of a message's commands, or None if it has none, or only guesses.

    Its other questions are answered by `answer`.
    """
    reading = read_commands(pack.message, situation_of(pack))
    known = [one for one in reading.commands if _is_known(one)]
    if all(one.name == _LEFT for one in known):
        return None
    reading = replace(reading, commands=tuple(known))
    intent = _targeted(pack, intent_of(reading), known[0])
    if pack.forced_action not in (None, intent.action_type):
        return None  # the person corrected the reading
    if pack.access.role == Role.AUDITOR and any(_changes(one) for one in known):
        return Reaction(intent, say(READS_ONLY))
    if changed := await _of_event(pack, known):
        return Reaction(intent_of(Reading(tuple(known[0].alternatives[:1]))), changed, (pack.message,))
    if any(one.name in _ELSEWHERE for one in known):
        return Reaction(intent, _carry_out(pack, reading), (pack.message,))
    outcome = Outcome(takes_questions=True)
    outputs = await try_commands(run_commands(pack, outcome=outcome))
    if outputs is None:
        return None
    texts = (value for one in known for value in one.slots.values() if isinstance(value, str))
    ran = (*(one.words for one in known), *texts)  # a document's text is done, too
    return Reaction(intent, _with_answers(pack, outputs, outcome.left, answer), ran)


async def _of_event(pack: ContextPack, known: Sequence[Command]) -> Outputs | None:
    """Return the outputs of a change to an existing event: 'make the rehearsal weekly' wants no agent."""
    only = known[0]
    may_be = len(known) == 1 and "standing" in only.slots and puts_existing(only.words)
    changes = may_be and [one.name for one in only.alternatives][:1] == [_EVENT]
    return await try_commands(run_commands(pack)) if changes else None


def _with_answers(
    pack: ContextPack, outputs: Outputs, questions: Sequence[str], answer: Answering
) -> Outputs:
    """Yield the commands' outputs, then the answers to the other questions."""
    answers = (partial(_answered, pack, answer, question) for question in questions)
    return chain(pack.dialogue, (lambda _: outputs, *answers))


def _answered(pack: ContextPack, answer: Answering, question: str, dialogue: DialogueState) -> Outputs:
    asked = replace(_told_until(pack, question), dialogue=dialogue, message=question)
    return in_turn((say("\n\n"), answer(asked, question)))


def _told_until(pack: ContextPack, question: str) -> ContextPack:
    """Return the turn with the message's words before a question moved into the history."""
    before = pack.message.partition(question)[0].strip()
    return replace(pack, window=(*pack.window, ChatMessage("user", before))) if before else pack


async def try_commands(outputs: Outputs) -> Outputs | None:
    """Return the commands' outputs; None if their targets don't exist, so that they meant something else."""
    given = [output async for output in outputs]
    return give(*given) if any(isinstance(one, TextDelta) and one.text for one in given) else None


def _targeted(pack: ContextPack, intent: Intent, command: Command) -> Intent:
    """Return the intent with the one agent that the command certainly refers to, if any."""
    if intent.target_agent or "agents" not in command.slots:
        return intent
    try:
        names = resolve_agents(_task(pack), command, "")
    except (Question, ToolFailed):
        return intent
    return (
        replace(intent, target_agent=names[0], entities={"agent_name": names[0]})
        if len(names) == 1
        else intent
    )


def _is_known(command: Command) -> bool:
    names = (command.name, *(one.name for one in command.alternatives))
    return any(name in handlers() or name in _ELSEWHERE for name in names)


def _changes(command: Command) -> bool:
    return command.writes and not command.name.startswith(_PERSONAL)


def _carry_out(pack: ContextPack, reading: Reading) -> Outputs:
    first = reading.commands[0]
    if first.name == "skill.create":
        return beginning.begin(pack, "create_skill", str(first.slots.get("text", "")))
    if any(one.name == "agent.create" for one in reading.commands):
        return _others_then_form(pack, reading)
    return in_turn((_run_in_turn(pack, reading), _left_out(pack, reading)))


def _left_out(pack: ContextPack, reading: Reading) -> Outputs:
    """Say which orders beside a run were not understood. Other words may be for the agent."""
    orders = [one for one in reading.uncovered if orders_next(one)] if "\n" not in pack.message else []
    return give(*(TextDelta(f"\n\n{said}") for said in report_missed(without_remarks(orders))))


def _is_its_work(message: str, first: Command, other: Command) -> bool:
    """Return whether a question in the sentence that orders an agent describes the agent's work.

    Its name, schedule, days off and destination belong to the agent, too.
    """
    if names_it(other.words) or is_channel(other.words) or other.name == "agent.off":
        return True
    if other.span[0] < first.span[0]:
        return False
    between = message[first.span[1] : other.span[0]]
    apart = any(mark in between for mark in ".!?;\n")
    if not apart and _is_particular(other):
        return True
    return other.name.startswith(_LOOKED_FOR) and not (other.writes or apart)


def _is_particular(other: Command) -> bool:
    """Return whether words give details of a new agent: 'Mondays at 8, to #desk', 'post them in #desk'."""
    if other.name == "event.create":
        return begins_with_when(other.words)
    return other.name == "agent.update" and not any(one.name for one in other.slots.get("agents", ()))


def _less_said(reading: Reading) -> Command | None:
    """Return a wish that only gives the reason, if the agent itself is ordered beside it."""
    orders = [one for one in reading.commands if one.name == "agent.create"]
    wishes = [one for one in orders if one.slots.get("standing")]
    return wishes[0] if len(orders) > len(wishes) == 1 else None


async def _others_then_form(pack: ContextPack, reading: Reading) -> Outputs:
    """Carry out the message's other orders, then begin the form, so that its question comes last."""
    said = [one for one in reading.commands if one != _less_said(reading)]
    first = next(one for one in said if one.name == "agent.create")
    others = [one for one in said if one is not first]
    its_own = [one for one in others if _is_its_work(pack.message, first, one)]
    is_parted = split_two_works(pack.message, pack.now.date()) is not None
    others = [] if is_parted else [one for one in others if one not in its_own]
    dialogue, tells = pack.dialogue, False
    async with aclosing(_run_in_turn(pack, replace(reading, commands=tuple(others)))) as outputs:
        async for output in outputs:
            dialogue = output.state if isinstance(output, DialogueChanged) else dialogue
            tells = tells or isinstance(output, TextDelta)
            yield output
    if tells:
        yield TextDelta("\n\n")
    end = max(one.span[1] for one in (first, *its_own))
    is_only = reading.is_whole and reading.commands[0] is first
    start = first.span[0] if is_only and first.slots.get("standing") else 0  # behind an 'ok'
    words = pack.message[start : end if others else None]
    async with aclosing(beginning.begin(replace(pack, dialogue=dialogue), "create_agent", words)) as outputs:
        async for output in outputs:
            yield output


def _run_in_turn(pack: ContextPack, reading: Reading) -> Outputs:
    """Run agents and carry out the message's other orders, in order."""
    parts = [partial(_part, pack, commands) for commands in _grouped(reading.commands)]
    led = ((lambda _: say("\n\n"), part) for part in parts)
    return chain(pack.dialogue, [one for both in led for one in both][1:])


def _grouped(commands: Sequence[Command]) -> list[list[Command]]:
    """Return consecutive commands grouped by run. Each run of an agent is separate."""
    groups: list[list[Command]] = []
    for command in commands:
        alone = {_RUN, _DRY_RUN} & {command.name, *(groups[-1][0].name for _ in groups[-1:])}
        if groups and not alone:
            groups[-1].append(command)
        else:
            groups.append([command])
    return groups


def _part(pack: ContextPack, commands: Sequence[Command], dialogue: DialogueState) -> Outputs:
    pack = replace(pack, dialogue=dialogue)
    if commands[0].name == _DRY_RUN:
        return _run(replace(pack, trigger=RunTrigger.DRY_RUN), commands[0])
    if commands[0].name == _RUN:
        return _run(pack, commands[0])
    words = pack.message[commands[0].span[0] : commands[-1].span[1]]
    return run_commands(replace(pack, message=words))


def _run(pack: ContextPack, command: Command) -> Outputs:
    """Run the agents that a command names, one after the other."""
    try:
        names = resolve_agents(_task(pack), command, "run")
    except Question as question:
        return _ask_which(pack, question)
    except ToolFailed as error:
        return say(error.message)
    led = ((say("\n\n" if place else ""), _begin(pack, command, name)) for place, name in enumerate(names))
    return in_turn(part for both in led for part in both)


def _begin(pack: ContextPack, command: Command, name: str) -> Outputs:
    """Run an agent. A paused one that should start is resumed."""
    is_paused = any(card.name == name and card.is_paused for card in pack.catalogue.agents)
    if is_paused and command.slots.get("starts"):
        return run_commands(replace(pack, message=f"resume {name}"))
    return run_by_name(pack, name)


def _task(pack: ContextPack) -> Task:
    return Task(RunContext(pack, pack.turn_id, Channel(), {}))


def _ask_which(pack: ContextPack, question: Question) -> Outputs:
    choices = tuple(
        Choice(name, about, ActionType.EXECUTE_TASK, f"run {name}", name) for name, about in question.choices
    )
    return give(*offer_choices(pack.dialogue, ActionType.EXECUTE_TASK, question.text, choices))


def dry_run_ordered(pack: ContextPack) -> str:
    """Return the agent that a message certainly orders a dry run of, with every word covered."""
    if not speaks_of_trying(pack.message):  # the usual case
        return ""
    reading = read_commands(pack.message, situation_of(pack))
    if not reading.is_whole or [one.name for one in reading.commands] != [_DRY_RUN]:
        return ""
    command = reading.commands[0]
    if pack.dialogue.open and not any(one.name for one in command.slots.get("agents", ())):
        return ""  # 'it' may be what waits
    try:
        names = resolve_agents(_task(pack), command, "run")
    except (Question, ToolFailed, NoSuchTarget):
        return ""
    return names[0] if len(names) == 1 else ""


async def run_by_name(pack: ContextPack, name: str) -> Outputs:
    """Run an agent. A paused one isn't run, and the reply says so."""
    spoken: DialogueState = replace(pack.dialogue, last_agent=name, at_hand="agent")
    try:
        async with aclosing(run_agent(replace(pack, dialogue=spoken), name)) as outputs:
            async for output in outputs:
                yield output
    except Conflict as error:
        yield TextDelta(error.message)
        yield DialogueChanged(spoken)
