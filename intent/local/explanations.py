"""The texts for the user: why a message was read this way, and what to ask if it is ambiguous."""

from intent.local.exchange import Exchange
from intent.local.text import Reading
from intent.types import ActionType

_READINGS = {
    ActionType.CREATE_AGENT: "build an agent that does this for you from now on",
    ActionType.CREATE_SKILL: "define a reusable skill for it",
    ActionType.ADD_SKILL_TO_AGENT: "give {agent} that skill",
    ActionType.EXECUTE_TASK: "do it once, now",
    ActionType.UPDATE_AGENT: "change how {agent} works",
    ActionType.QUERY_INFO: "only tell you about it",
    ActionType.MANAGE_PLATFORM: "change a setting of the workspace",
    ActionType.UNKNOWN: "leave everything as it is",
}
_TAKEN_AS = {
    ActionType.CREATE_AGENT: "a wish for an agent",
    ActionType.CREATE_SKILL: "a request for a new skill",
    ActionType.ADD_SKILL_TO_AGENT: "a request to give a skill to an agent",
    ActionType.EXECUTE_TASK: "work to do now",
    ActionType.UPDATE_AGENT: "a change to an agent",
    ActionType.QUERY_INFO: "a question",
    ActionType.MANAGE_PLATFORM: "a matter of the workspace's settings",
    ActionType.UNKNOWN: "nothing to act on",
}
_SIGNS = {
    ActionType.CREATE_AGENT: (
        ("pain", "You described a chore that keeps costing time"),
        ("wish", "You described something you wish for"),
        ("recurring", "You described something that should happen again and again"),
        ("create", "You asked for something to be set up"),
    ),
    ActionType.CREATE_SKILL: (
        ("shared", "You described something that any agent could use"),
        ("skill", "You spoke of a skill or tool"),
    ),
    ActionType.EXECUTE_TASK: (
        ("once", "You described work with a date to it"),
        ("run", "You asked to run something"),
        ("work", "You asked for a piece of work"),
    ),
    ActionType.UPDATE_AGENT: (
        ("pause", "You asked to switch something on or off"),
        ("delete", "You asked to take something away"),
        ("from_now", "You said how it should be from now on"),
        ("change", "You asked for a change"),
    ),
    ActionType.QUERY_INFO: (("question", "You asked something"), ("past", "You asked what happened")),
    ActionType.MANAGE_PLATFORM: (("workspace", "You spoke of people, access, keys, plans or settings"),),
    ActionType.UNKNOWN: (
        ("hold", "You asked to wait"),
        ("negation", "You said what should not happen"),
        ("greeting", "You said hello"),
        ("thanks", "You said thank you"),
    ),
}


def reasoning(exchange: Exchange, action: ActionType, target: str | None) -> str:
    """Return one sentence in plain words."""
    about = f" about {target}" if target else ""
    return f"{_sign(exchange, action)}, so I took this as {_TAKEN_AS[action]}{about}."


def _sign(exchange: Exchange, action: ActionType) -> str:
    if exchange.reply and len(exchange.message.words) <= 8 and exchange.said != "nothing":
        return "This follows on from what we just talked about"
    for concept, words in _SIGNS.get(action, ()):
        if exchange.message.has(concept):
            return words
    return _by_names(exchange.message)


def _by_names(message: Reading) -> str:
    if message.agents and message.skills:
        return f"You named {message.agents[0]} and {message.skills[0]}"
    if message.agents:
        return f"You named {message.agents[0]}"
    return "That is how your words read"


def clarifying_question(first: ActionType, second: ActionType, target: str | None) -> str:
    """Return a question that names the two readings."""
    readings = [_READINGS[action].format(agent=target or "an agent") for action in (first, second)]
    return f"Shall I {readings[0]}, or {readings[1]}?"
