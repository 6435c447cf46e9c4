"""Which templates count only right after another command: '… and a milestone B', '…, due Friday'."""

from dataclasses import replace

from intent.commands.catalogue import Template
from intent.commands.readers.happenings import Happening
from intent.commands.types import Command

_ANY_ORDER, _TOO = "*", "thing.too"


def may_follow(template: Template, previous: Command | None) -> bool:
    """Return whether a template may come right after a command; some only come after none."""
    return previous is not None and any(_is_after(one, previous) for one in template.follows)


def repeat_for(command: Command, previous: Command | None) -> Command:
    """Return a command that applies the previous one to another thing: 'and the licence too'."""
    if command.name != _TOO or previous is None:
        return command
    slots = {**previous.slots, "thing": command.slots["other"]}
    return replace(command, name=previous.name, slots=slots)


def _is_after(wanted: str, previous: Command) -> bool:
    """Return whether a command matches a `follows` entry: 'thing.update', 'thing.update.state+due'."""
    if wanted in (previous.name, _ANY_ORDER if previous.writes else ""):
        return True
    name, _, slots = wanted.rpartition(".")
    return name == previous.name and {*slots.split("+")} <= _slots_told(previous)


def _slots_told(command: Command) -> set[str]:
    """Return the names of a command's slots, plus 'day' if its target has one."""
    dated = any(isinstance(one, Happening) and one.when.first for one in command.slots.values())
    return {*command.slots, *(("day",) if dated else ())}
