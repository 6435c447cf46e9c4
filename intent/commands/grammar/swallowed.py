"""Keeps commands from writing names that swallowed more than a name: the one check that all readings pass."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from intent.commands.readers.events.happenings import Happening
from intent.commands.readers.things.no_titles import is_no_name, is_no_title, only_instructs, opens_with_home
from intent.commands.types import Command, Entry, Reading, Situation

_TITLE, _PERSON = "title", "assignee"
_QUOTES = "\"'“”‘’«»"


def without_swallowed(reading: Reading, message: str, situation: Situation) -> Reading:
    """Return a reading without commands that would write such a name, whose words are left uncovered.

    What follows one may refer to what it would have made, so it's left, too, or all that was read with it.
    """
    kept: list[Command] = []
    for at, command in enumerate(reading.commands):
        good, left = _checked(command, message, situation)
        reading = replace(reading, uncovered=(*reading.uncovered, *left))
        if good is None and command.words.strip() in ("", message.strip()):
            return replace(reading, commands=(), uncovered=(message,))
        if good is None:
            rest = [one for one in reading.commands[at + 1 :] if one.writes]
            others = [one for one in reading.commands[at + 1 :] if not one.writes]
            words = tuple(one.words for one in (command, *rest))
            return replace(reading, commands=(*kept, *others), uncovered=(*reading.uncovered, *words))
        kept.append(good)
    return replace(reading, commands=tuple(kept))


def _checked(command: Command, message: str, situation: Situation) -> tuple[Command | None, list[str]]:
    """Return a command with the names that may be written, and the words of the others."""
    if not command.writes:
        return command, []
    left: list[str] = []
    slots = dict(command.slots)
    for name, value in command.slots.items():
        listed = isinstance(value, tuple)
        good = [one for one in (value if listed else (value,)) if not _is_bad(name, one, message, situation)]
        bad = [one for one in (value if listed else (value,)) if one not in good]
        if bad and not good:
            return None, []
        left += [title for one in bad if not only_instructs(title := str(getattr(one, "title", one)))]
        slots[name] = tuple(good) if listed else value
    others = (_checked(one, message, situation)[0] for one in command.alternatives)
    return replace(command, slots=slots, alternatives=tuple(one for one in others if one)), left


def _is_bad(slot: str, value: Any, message: str, situation: Situation) -> bool:
    """Return whether a slot's value is a title or a person and has more than that in it."""
    title = value.title if isinstance(value, Entry | Happening) else value if slot == _TITLE else ""
    person = value.assignee if isinstance(value, Entry) else value if slot == _PERSON else ""
    return _swallowed(title, message, situation.projects) or (isinstance(person, str) and is_no_name(person))


def _swallowed(title: Any, message: str, projects: Sequence[str]) -> bool:
    if not isinstance(title, str) or _is_quoted(title, message):
        return False
    return is_no_title(title) or only_instructs(title) or opens_with_home(title, projects)


def _is_quoted(title: str, message: str) -> bool:
    at = message.casefold().find(title.casefold())
    return at > 0 and message[at - 1] in _QUOTES and message[at + len(title) :][:1] in _QUOTES
