"""Which orders of a message may be carried out ahead of one that waits for an answer."""

from intent.commands import Command, Reading

_CONDITION, _CREATE = "thing.if", "thing.create"
_DELETES = ("thing.delete", "agent.delete")


def stands_alone(command: Command, reading: Reading) -> bool:
    """Return whether an order names its target itself and has no condition."""
    hangs = any(one.name == _CONDITION for one in reading.commands)
    leans = command.points_back or command.told or command.tentative
    return command.writes and not (hangs or leans or command.name in _DELETES)


def belongs_to(waiting: Command, command: Command) -> bool:
    """Return whether a new thing goes to a new project whose name is asked for."""
    is_new = waiting.name == command.name == _CREATE
    return is_new and waiting.slots.get("kind") == "project" and "project" not in command.slots
