"""Explicit intents: '@agent-name ...', slash commands, and the bare question what this is."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from intent.types import ActionType, Catalogue, Intent, Method, Mode

_AT = re.compile(r"^\s*@([\w][\w.-]*)[,:]?\s*(.*)$", re.DOTALL)
_SLASH = re.compile(r"^\s*/([a-z][a-z-]*)(?:\s+(.*))?$", re.DOTALL | re.IGNORECASE)
_SHORT = 200  # characters
_TRYING = re.compile(r"\b(dry|test|try|trial|rehears\w*|without)\b", re.IGNORECASE)
_HELP = re.compile(
    r"\W*(?:please\s+)?(?:help|hilfe|ayuda|aide|ajuda|aiuto)(?:\s+me)?(?:\s+please)?\W*|\?|"
    r"(?:who|what) are you\W*|what can (?:you|i|we) do(?: here| for (?:me|us)| with [\w ]{2,30})?\W*",
    re.IGNORECASE,
)

COMMANDS: Mapping[str, tuple[ActionType, str]] = MappingProxyType(
    {
        "new-agent": (ActionType.CREATE_AGENT, "start a new agent"),
        "new-skill": (ActionType.CREATE_SKILL, "define a new skill"),
        "run": (ActionType.EXECUTE_TASK, "run an agent: /run name, then what it should do"),
        "change": (ActionType.UPDATE_AGENT, "change an agent: /change name, then what"),
        "agents": (ActionType.QUERY_INFO, "list the agents"),
        "skills": (ActionType.QUERY_INFO, "list the skills"),
        "help": (ActionType.QUERY_INFO, "what this can do"),
        "settings": (ActionType.MANAGE_PLATFORM, "change the workspace"),
    }
)
_ON_AN_AGENT = {"run", "change"}


def speaks_of_trying(message: str) -> bool:
    """Return whether a short message has a word that asks for a dry run."""
    return len(message) <= _SHORT and bool(_TRYING.search(message))


def asks_for_help(message: str) -> bool:
    """Return whether a message only asks what can be done here."""
    said = message.strip()
    return bool(_HELP.fullmatch(said)) or said.lower() == "/help"


def explicit_intent(message: str, catalogue: Catalogue) -> Intent | None:
    """Return the intent of a message that begins with '@' or a known '/command' or asks for help, or None."""
    if asks_for_help(message):
        return _command("help", "", catalogue)
    if at := _AT.match(message):
        return _to_agent(at[1], catalogue)
    slash = _SLASH.match(message)
    if slash and slash[1].lower() in COMMANDS:
        return _command(slash[1].lower(), (slash[2] or "").strip(), catalogue)
    return None


def said_to_agent(message: str) -> str:
    """Return the text after a leading '@agent', empty if the message doesn't begin with one."""
    at = _AT.match(message)
    return at[2].strip() if at else ""


def _to_agent(name: str, catalogue: Catalogue) -> Intent:
    target = real_agent(name.rstrip("."), catalogue)
    if target is None:
        return _which_agent(f"There is no agent called {name}.", catalogue)
    reasoning = f"You addressed {target} by name, so it gets the task."
    return Intent(
        ActionType.EXECUTE_TASK,
        1.0,
        {"agent_name": target.lower()},
        reasoning,
        target_agent=target,
        method=Method.EXPLICIT,
    )


def _command(command: str, rest: str, catalogue: Catalogue) -> Intent:
    action, _ = COMMANDS[command]
    mode = Mode.INFORM if action is ActionType.QUERY_INFO else Mode.ACT
    reasoning = "You asked for help." if command == "help" else f"You used the command /{command}."
    if command not in _ON_AN_AGENT or not rest:
        return Intent(action, 1.0, reasoning=reasoning, mode=mode, method=Method.EXPLICIT)
    name = rest.split()[0].lstrip("@")
    target = real_agent(name, catalogue)
    if target is None:
        return _which_agent(f"There is no agent called {name}.", catalogue)
    entities = {"agent_name": target.lower()}
    return Intent(action, 1.0, entities, reasoning, target_agent=target, mode=mode, method=Method.EXPLICIT)


def _which_agent(problem: str, catalogue: Catalogue) -> Intent:
    names = ", ".join(agent.name for agent in catalogue.agents)
    question = (
        f"{problem} You have: {names}. Which one do you mean?"
        if names
        else f"{problem} There are no agents yet."
    )
    return Intent(
        ActionType.UNKNOWN,
        1.0,
        reasoning=problem,
        clarifying_question=question,
        mode=Mode.CLARIFY,
        method=Method.EXPLICIT,
    )


def real_agent(name: str, catalogue: Catalogue) -> str | None:
    """Return the agent of this name, ignoring case, or None if there is none."""
    return next(
        (agent.name for agent in catalogue.agents if agent.name.lower() == name.strip().lower()), None
    )
