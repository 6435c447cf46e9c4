"""Which templates count only right after another command: '… and a milestone B', '…, due Friday'."""

from collections.abc import Collection
from dataclasses import replace

from intent.commands.catalogue import Template
from intent.commands.readers.events.happenings import EventReference, Happening
from intent.commands.types import Command
from intent.slots.moment import Moment

_ANY_ORDER, _PROJECT = "*", "project"
_SHARED = ("kind", "project")  # slots of a new thing that another one has, too


def may_follow(template: Template, previous: Command | None) -> bool:
    """Return whether a template may come right after a command. Some only come after none."""
    return previous is not None and any(_is_after(one, previous) for one in template.follows)


def takes_body(template: Template, previous: Command | None, kinds: Collection[str]) -> bool:
    """Return whether a template takes the text behind it here, only as one of some `kinds`, if any."""
    takes = template.body in kinds if kinds else bool(template.body)
    return takes and (not template.follows or may_follow(template, previous))


def repeat_for(command: Command, previous: Command | None) -> Command:
    """Return a command that says less than it means because the previous one says the rest.

    'And the licence too' applies that to another thing, 'and one called Attic' creates one more,
    'and pick up Leo at 3' is on the same day.
    """
    repeat = _REPEATS.get(command.name)
    return repeat(command, previous) if repeat and previous else command


def _for_other(command: Command, previous: Command) -> Command:
    slots = {**previous.slots, "thing": command.slots["other"]}
    return replace(command, name=previous.name, slots=slots)


def _of_same_kind(command: Command, previous: Command) -> Command:
    shared = {name: value for name, value in previous.slots.items() if name in _SHARED}
    return replace(command, name=previous.name, slots={**shared, **command.slots})


def _on_its_day(command: Command, previous: Command) -> Command:
    event: Happening = command.slots["event"]
    day: Happening = previous.slots["event"]
    when = event.when.completed_by(Moment(first=day.when.first, last=day.when.first))
    guess = previous.tentative  # 'note: plums for Ann, 16 May, tea at 11' is one note
    slots = {"event": replace(event, when=when)}
    return replace(command, name=previous.name, slots=slots, tentative=command.tentative or guess)


def _of_other_day(command: Command, previous: Command) -> Command:
    """Return an order for an event as one for that of another day, of the same name."""
    event, other = previous.slots.get("event"), command.slots["event"]
    if isinstance(event, EventReference) and event.title:
        other = replace(event, when=other.when)
    return replace(command, name=previous.name, slots={"event": other})


def _told_of_new(command: Command, previous: Command) -> Command:
    """Return the due date of a project just created as what is told of it: it has no field for one."""
    thing = command.slots["thing"]
    is_of_it = previous.slots.get("kind") == _PROJECT and "due" in command.slots and thing.is_pronoun
    return replace(command, name="project.told", slots={"told": command.words}) if is_of_it else command


_REPEATS = {
    "thing.update": _told_of_new,
    "thing.too": _for_other,
    "thing.another": _of_same_kind,
    "event.same_day": _on_its_day,
    "event.other_day": _of_other_day,
}


def _is_after(wanted: str, previous: Command) -> bool:
    """Return whether a command matches a `follows` entry: 'thing.update', 'thing.update.state+due'."""
    if wanted in (previous.name, _ANY_ORDER if previous.writes else ""):
        return True
    name, _, slots = wanted.rpartition(".")
    return name == previous.name and {*slots.split("+")} <= _slots_told(previous)


def _slots_told(command: Command) -> set[str]:
    """Return the names of a command's slots, plus 'day' if its target has one, and 'new_project'."""
    dated = any(isinstance(one, Happening) and one.when.first for one in command.slots.values())
    is_project = command.slots.get("kind") == _PROJECT
    return {*command.slots, *(("day",) if dated else ()), *(("new_project",) if is_project else ())}
