"""The action type of a command (seed 000), for the record, the chip and the evaluation."""

from collections.abc import Mapping, Sequence

from intent.commands.types import Command, Reading
from intent.types import ActionType, Intent, Method, Mode

_LABELS: Mapping[str, ActionType] = {
    "agent.create": ActionType.CREATE_AGENT,
    "agent.run": ActionType.EXECUTE_TASK,
    "agent.dry_run": ActionType.EXECUTE_TASK,
    "skill.create": ActionType.CREATE_SKILL,
    "skill.give": ActionType.ADD_SKILL_TO_AGENT,
    "skill.delete": ActionType.MANAGE_PLATFORM,
}
_FAMILIES: Mapping[str, ActionType] = {
    "agent": ActionType.UPDATE_AGENT,
    "skill": ActionType.UPDATE_AGENT,
    "settings": ActionType.MANAGE_PLATFORM,
    "preference": ActionType.MANAGE_PLATFORM,
    "talk": ActionType.UNKNOWN,
    "cannot": ActionType.UNKNOWN,
}
_ASKED = ("talk.help", "talk.who", "talk.undo", "talk.languages", "talk.secret", "talk.files", "talk.agent_")


def intent_of(reading: Reading) -> Intent:
    """Return the intent of a message that commands cover at least in part: that of the first command."""
    first = reading.commands[0]
    action = label_of(first)
    mode = Mode.INFORM if action is ActionType.QUERY_INFO else Mode.ACT
    named = _agents_of(reading.commands)
    target = named[0] if len(named) == 1 else None
    entities = {"agent_name": target} if target else {}
    reasoning = f"Your words are a command that I know: {first.name}."
    return Intent(action, 0.97, entities, reasoning, target_agent=target, mode=mode, method=Method.RULES)


def label_of(command: Command) -> ActionType:
    """Return a command's action type: a question if it changes nothing."""
    if label := _LABELS.get(command.name):
        return label
    family = command.name.partition(".")[0]
    if command.name.startswith(_ASKED) or (not command.writes and family not in ("talk", "cannot")):
        return ActionType.QUERY_INFO
    return _FAMILIES.get(family, ActionType.EXECUTE_TASK)


def _agents_of(commands: Sequence[Command]) -> list[str]:
    """Return the agents named in commands."""
    references = [one for command in commands for one in command.slots.get("agents", ())]
    return list(dict.fromkeys(one.name for one in references if one.name))
