"""What is offered when a message can mean more than one thing: real agents, and what each choice would do."""

from collections.abc import Iterator

from agents.builder.agent_form import AGENT_FORM
from agents.builder.purpose import read_purpose
from agents.context import ContextPack
from agents.events import AgentPhase, DialogueChanged, OptionsOffered, Outputs, TextDelta
from agents.matching import Match, best_match
from intent.types import ActionType, Choice, Intent, Pending

_MOST = 4


async def offer(pack: ContextPack, intent: Intent) -> Outputs:
    """Yield two to four choices with the reason for asking, and the state that waits for one of them."""
    match = best_match(pack.catalogue.agents, pack.message)
    choices = _choices(pack, intent, match)
    question = intent.clarifying_question or "Which way shall we go?"
    reason = f"{_looked_through(pack, match)} Nothing starts until you choose."
    yield TextDelta(f"{reason} {question}")
    yield OptionsOffered(question, reason, choices)
    yield DialogueChanged(
        pack.dialogue.at_rest().waiting(Pending(intent.action_type, "choice", question, choices=choices))
    )
    yield AgentPhase("waiting", "Waiting for your choice")


def _looked_through(pack: ContextPack, match: Match | None) -> str:
    number = len(pack.catalogue.agents)
    if not number:
        return "There are no agents here yet."
    looked = "I looked at your agent" if number == 1 else f"I looked through your {number} agents"
    if not match:
        return f"{looked}: none speaks of this."
    lacks = f", but not of {_listed(match.missing)}" if match.missing else ""
    return f"{looked}: {match.agent.name} comes closest, it speaks of {_listed(match.covered)}{lacks}."


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(words[:3])


def _choices(pack: ContextPack, intent: Intent, match: Match | None) -> tuple[Choice, ...]:
    """Return the readings of the message as acts, the likelier first, and a way out of all of them."""
    readings = [intent.action_type, intent.alternative_action or ActionType.UNKNOWN]
    if ActionType.EXECUTE_TASK in readings and ActionType.CREATE_AGENT not in readings:
        readings.append(ActionType.CREATE_AGENT)
    found = [
        choice for reading in dict.fromkeys(readings) for choice in _of_reading(pack, intent, reading, match)
    ]
    way_out = Choice(
        "Something else", "Say it differently; nothing is started.", ActionType.UNKNOWN, "Something else"
    )
    return (*found[: _MOST - 1], way_out)


def _of_reading(
    pack: ContextPack, intent: Intent, reading: ActionType, match: Match | None
) -> Iterator[Choice]:
    if reading is ActionType.EXECUTE_TASK:
        if match:
            yield _run(pack, match)
        yield _here(pack)
    elif reading is ActionType.CREATE_AGENT:
        yield _create(pack)
    elif reading in _EFFECTS:
        title, effect = _EFFECTS[reading]
        about = intent.target_agent or "an agent"
        yield Choice(title.format(about=about), effect, reading, pack.message, intent.target_agent)


def _run(pack: ContextPack, match: Match) -> Choice:
    lacks = (
        f" It says nothing of {_listed(match.missing)}, so that part would stay undone."
        if match.missing
        else ""
    )
    effect = f"{match.agent.description.rstrip('.')}. It would help with {_listed(match.covered)}.{lacks}"
    name = match.agent.name
    return Choice(f"Run {name} as it is", effect, ActionType.EXECUTE_TASK, f"@{name} {pack.message}", name)


def _here(pack: ContextPack) -> Choice:
    how = (
        "I write it from what you paste"
        if pack.models.available("reply")
        else "By rules I can summarise, list and count what you paste"
    )
    effect = f"{how}, once. Nothing is kept for next time, and no outside system is read."
    return Choice(
        "Work on it here, without an agent",
        effect,
        ActionType.EXECUTE_TASK,
        f"Work on it here: {pack.message}",
    )


def _create(pack: ContextPack) -> Choice:
    effect = "A few questions, then it is kept and can run again. It does nothing before you say yes."
    purpose = read_purpose(pack.message)
    name = AGENT_FORM.suggest_name({"purpose": purpose})
    title = f"Create {name if '-' in name else 'an agent'} for this and next time"
    message = f"Create an agent to {purpose}" if purpose else f"Create an agent: {pack.message}"
    return Choice(title, effect, ActionType.CREATE_AGENT, message)


_EFFECTS = {
    ActionType.UPDATE_AGENT: (
        "Change {about}",
        "An agent's settings change as you say; I ask which where it is not clear.",
    ),
    ActionType.QUERY_INFO: ("Only answer the question", "I look it up and change nothing."),
    ActionType.CREATE_SKILL: ("Create a skill", "Two questions, then any agent can be given it."),
    ActionType.ADD_SKILL_TO_AGENT: ("Give a skill to {about}", "The agent can do more from its next run on."),
    ActionType.MANAGE_PLATFORM: (
        "Change the workspace",
        "Settings for everybody; I ask again before anything changes.",
    ),
}
