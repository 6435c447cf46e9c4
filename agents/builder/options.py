"""The choices for a message that may be a task for now or an agent to build (seed 000, journey 5)."""

from agents.builder.agent_form import AGENT_FORM
from agents.context.pack import ContextPack
from agents.events import AgentPhase, Outputs, give, offer_choices
from intent.forms.purpose import read_purpose
from intent.sentences.stems import content_words, stem
from intent.types import ActionType, AgentCard, Choice, Intent

_WAITING = AgentPhase("waiting", "Waiting for your choice")
_LEAST = 1  # fewest words shared by a task and an agent to offer it


def offer(pack: ContextPack, intent: Intent) -> Outputs:
    """Yield three choices with their effects, and the state that waits for one of them."""
    choices = tuple(one for one in (_run(pack), _create(pack), _way_out()) if one)
    question = "Should this happen once, or again and again?"
    asked = offer_choices(pack.dialogue, intent.action_type, question, choices, why=intent.reasoning)
    return give(*asked, _WAITING)


def fits_an_agent(pack: ContextPack) -> bool:
    """Return whether an agent fits the task. If none does, the task is simply carried out."""
    return _run(pack) is not None


def _run(pack: ContextPack) -> Choice | None:
    """Return the choice to run the agent that fits best, with what it lacks."""
    wanted = {stem(word) for word in content_words(pack.message)}
    ranked = sorted(pack.catalogue.agents, key=lambda one: len(wanted & _speaks_of(one)), reverse=True)
    if not ranked or len(wanted & _speaks_of(ranked[0])) < _LEAST:
        return None
    name, spoken = ranked[0].name, _speaks_of(ranked[0])
    missing = [word for word in content_words(pack.message) if stem(word) not in spoken][:3]
    lacks = f" It says nothing of {', '.join(missing)}." if missing else ""
    effect = f"{ranked[0].description.rstrip('.')}.{lacks}"
    return Choice(f"Run {name}", effect, ActionType.EXECUTE_TASK, f"@{name} {pack.message}", name)


def _speaks_of(agent: AgentCard) -> set[str]:
    return {
        stem(word) for word in content_words(f"{agent.name} {agent.description} {' '.join(agent.skills)}")
    }


def _create(pack: ContextPack) -> Choice:
    purpose = read_purpose(pack.message)
    name = AGENT_FORM.suggest_name({"purpose": purpose})
    message = f"Create an agent to {purpose}" if purpose else f"Create an agent: {pack.message}"
    title = f"Create {name}" if purpose else "Create an agent"
    return Choice(
        title, "A few questions, then it can run again and again.", ActionType.CREATE_AGENT, message
    )


def _way_out() -> Choice:
    effect = "Nothing starts. Tell me in other words, or paste what it is about."
    return Choice("Something else", effect, ActionType.UNKNOWN, "never mind")


def offer_readings(pack: ContextPack, intent: Intent) -> Outputs:
    """Yield the two readings that a model found as choices, with its own question."""
    question = intent.clarifying_question or "Which of these do you mean?"
    readings = (intent.action_type, intent.alternative_action or ActionType.UNKNOWN)
    choices = (*(_of_reading(pack, one) for one in dict.fromkeys(readings)), _way_out())
    why = "Your message can mean more than one thing."
    return give(*offer_choices(pack.dialogue, intent.action_type, question, choices, why=why), _WAITING)


def _of_reading(pack: ContextPack, reading: ActionType) -> Choice:
    if reading is ActionType.CREATE_AGENT:
        return _create(pack)
    title, effect = _EFFECTS.get(
        reading, ("Do it once, now", "I do it here. Nothing is saved for next time.")
    )
    return Choice(title, effect, reading, pack.message)


_EFFECTS = {
    ActionType.UPDATE_AGENT: ("Change an agent", "I ask which one if that isn't clear."),
    ActionType.QUERY_INFO: ("Only answer the question", "I look it up and change nothing."),
    ActionType.CREATE_SKILL: ("Create a skill", "Two questions, then any agent can have it."),
    ActionType.ADD_SKILL_TO_AGENT: (
        "Give a skill to an agent",
        "The agent can do more from its next run on.",
    ),
    ActionType.MANAGE_PLATFORM: ("Change the workspace", "I ask again before anything changes."),
}
