"""Short commands about an agent that is named or was just spoken of: 'run the first one', 'pause it'.

What the dialogue remembers settles these; nothing need be guessed from the words of earlier answers.
"""

import re
from dataclasses import replace

from agents.actions.changes import read_change
from agents.context import ContextPack
from agents.references import named_agents, referred_agent
from agents.version_wishes import VersionWish, read_version_wish, whose
from intent.types import ActionType, DialogueMove, Intent, Method, Move

_LONGEST = 9  # words
_POLITE = r"^(?:(?:please|now|then|ok|okay|yes|and|just|can you|could you)[\s,]+)*"
_RUN = re.compile(rf"{_POLITE}(?:run|re-?run|execute|launch)\b", re.I)
_COMMAND = re.compile(
    rf"{_POLITE}(?:run|re-?run|execute|launch|pause|resume|unpause|stop|delete|archive|rename|disable|enable)\b",
    re.I,
)
_LASTING = re.compile(r"\b(?:instead|from now on|in future|always)\b", re.I)


def read_command(pack: ContextPack) -> Intent | None:
    """Return the intent of a short command about one agent, or of a question about its versions, or None.

    While a question is open only a command that names its agent counts, and leaves the question.
    """
    if wish := read_version_wish(pack.message, {card.name for card in pack.catalogue.agents}):
        return _of_versions(pack, wish)
    if "?" in pack.message or len(pack.message.split()) > _LONGEST:
        return None
    named = _commanded(pack)
    if pack.dialogue.pending:
        intent = _about(pack, named) if named else None
        return replace(intent, move=DialogueMove(Move.LEAVE, pack.message)) if intent else None
    agent = named or referred_agent(pack)
    return _about(pack, agent) if agent else None


def _of_versions(pack: ContextPack, wish: VersionWish) -> Intent | None:
    agent = whose(pack, wish)
    if agent is None:
        return None
    intent = _certain(ActionType.UPDATE_AGENT if wish.changes else ActionType.QUERY_INFO, agent)
    move = DialogueMove(Move.LEAVE if wish.changes else Move.ASIDE, pack.message)
    return replace(intent, move=move) if pack.dialogue.pending else intent


def _commanded(pack: ContextPack) -> str | None:
    """Return the one agent that the message names after a command; of a renaming the one to rename."""
    command, named = _COMMAND.search(pack.message), named_agents(pack)
    if not command or not named:
        return None
    return named[0] if len(named) == 1 or command[0].lower().endswith("rename") else None


def _about(pack: ContextPack, agent: str) -> Intent | None:
    if _RUN.search(pack.message):
        return _certain(ActionType.EXECUTE_TASK, agent)
    change = read_change(pack.message, pack.catalogue.skills)
    lasting = change and (
        change.field in ("status", "schedule", "slug", "skill") or _LASTING.search(pack.message)
    )
    return _certain(ActionType.UPDATE_AGENT, agent) if lasting else None


def _certain(action: ActionType, agent: str) -> Intent:
    reasoning = f"You mean {agent}, by name or because we spoke of it last."
    return Intent(action, 0.97, {"agent_name": agent}, reasoning, target_agent=agent, method=Method.EXPLICIT)
