"""Referents of 'it' or 'the second one': the last things named, changed or listed in a talk."""

from collections.abc import Sequence
from typing import TypeVar

from agents.context.stored import KeptThing
from agents.handlers.items import PROJECT, Item, load_items, load_kept
from agents.handlers.lines import bold
from agents.handlers.references.loose_names import find_in_preceding_words
from agents.handlers.task import NoSuchTarget, Task
from intent.commands import Reference
from intent.commands.words import key_of
from intent.text import find_name
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_TWO, _EVENT = 2, "event"
Shown = TypeVar("Shown")


def resolve_pronoun(task: Task, reference: Reference, kinds: Sequence[str]) -> list[Item]:
    """Return what a pronoun may mean, empty if nothing of these kinds is at hand."""
    told = find_named_before(task, kinds)
    if reference.is_plural:
        shown = _of_kinds(task.run.listed, kinds)  # shown by the question before, in the same message
        counted = _counted(task, reference, kinds)
        return load_kept(task.pack.access, counted or shown or told or _several(task, reference, kinds))
    if not told and (now := _of_kinds(task.run.touched, kinds)):
        return load_kept(task.pack.access, now)[-1:]  # a new project's own documents don't count
    return load_kept(task.pack.access, told or _single(task, reference, kinds))


def _several(task: Task, reference: Reference, kinds: Sequence[str]) -> Sequence[KeptThing]:
    dialogue = task.pack.dialogue
    now, earlier, listed = (
        _of_kinds(some, kinds) for some in (task.run.touched, dialogue.touched, dialogue.listed)
    )
    if now or len(earlier) > 1:
        return now or earlier
    return _both(task, reference, kinds) or listed or earlier


def _counted(task: Task, reference: Reference, kinds: Sequence[str]) -> Sequence[KeptThing]:
    """Return what was changed or listed last, if that is exactly as many as are said: 'all four'."""
    dialogue = task.pack.dialogue
    sets = (
        _of_kinds(some, kinds)
        for some in (task.run.listed, task.run.touched, dialogue.touched, dialogue.listed)
    )
    return next((some for some in sets if reference.number and len(some) == reference.number), ())


def as_many(task: Task, reference: Reference, kinds: Sequence[str], items: Sequence[Item]) -> Sequence[Item]:
    """Return as many things as are said. 'The two tasks' of more are those at hand, never just the first."""
    definite = bool(key_of("article", reference.words.split()[0].casefold()))
    if not (reference.number and len(items) > reference.number) or not (task.writes or definite):
        return items[: reference.number]
    kept = {one.id for one in _counted(task, reference, kinds)}
    meant = [one for one in items if str(one.id) in kept]
    if len(meant) != reference.number:
        raise InvalidInput(f"Which {reference.number} do you mean? Say their names.")
    return meant


def _single(task: Task, reference: Reference, kinds: Sequence[str]) -> Sequence[KeptThing]:
    listed = _of_kinds(task.pack.dialogue.listed, kinds)
    touched = task.pack.dialogue.touched
    focused = _said_before(task, reference, kinds) or _focused(task, kinds)
    if touched and touched[-1].kind == _EVENT:
        return focused  # the event is meant, and nothing that was listed before it
    return focused or _last_shown(task, listed) or _of_kinds(touched, kinds) or listed


def resolve_unnamed(task: Task, reference: Reference, kinds: Sequence[str]) -> list[Item]:
    """Return what words like 'the task' mean without a name, empty if several are at hand."""
    kept = find_named_before(task, kinds) or _said_before(task, reference, kinds) or _focused(task, kinds)
    kept = kept or _of_kinds(task.run.touched, kinds) or _of_kinds(task.pack.dialogue.touched, kinds)
    if not kept and kinds == (PROJECT,):
        projects = load_items(task.pack.access, kinds)
        return homes_touched(task, projects) or projects_named_last(task, projects, alone=True)
    return load_kept(task.pack.access, kept) if len(kept) == 1 else []


def homes_touched(task: Task, projects: Sequence[Item]) -> list[Item]:
    """Return the one project of what was changed or shown last, empty if there is none, or several."""
    touched = load_kept(task.pack.access, task.run.touched or task.pack.dialogue.touched)
    homes = {one.home for one in touched}
    return [one for one in projects if one.id in homes] if len(homes) == 1 else []


def projects_named_last(task: Task, projects: Sequence[Item], *, alone: bool = False) -> list[Item]:
    """Return the projects that the talk named last, perhaps only if it named one `alone`."""
    for said in reversed(task.pack.window):
        named = [one for one in projects if find_name(one.title, str(said.content))]
        if named and not (alone and len(named) > 1):
            return named
    return []


def resolve_others(task: Task, kinds: Sequence[str]) -> list[Item]:
    """Return the things of the last list that were not meant last, or the other of the two changed last.
    Raises NoSuchTarget if there are none.
    """
    last = {one.id for one in task.run.touched or task.pack.dialogue.touched}
    listed = _of_kinds(task.pack.dialogue.listed, kinds)
    trail = _of_kinds(task.pack.dialogue.trail, kinds)
    listed = listed if last & {one.id for one in listed} or len(trail) != _TWO else trail
    others = load_kept(task.pack.access, [one for one in listed if one.id not in last])
    if not others or len(others) == len(listed):
        raise NoSuchTarget("I'm not sure which other one you mean. Say its name.")
    return others


def resolve_ordinal(task: Task, reference: Reference, kinds: Sequence[str]) -> list[Item]:
    """Return 'the second one', or 'the last three', of the last list. Raises NoSuchTarget."""
    dialogue = task.pack.dialogue
    trail = [] if {*dialogue.trail} & {*dialogue.listed} else dialogue.trail
    before = trail if len(trail) > 1 else dialogue.listed or dialogue.touched
    listed = _of_kinds(task.run.listed or before, kinds)  # also by a question in the same message
    place, number = reference.place or 1, reference.number or 1
    kept = slice_list(listed, place, number)
    if len(kept) < number:
        count = f"The last list has {len(listed)}" if listed else "I haven't shown you a list yet"
        raise NoSuchTarget(f"{count}, so I don't know which one you mean. Say its name.")
    return load_kept(task.pack.access, kept)


def slice_list(shown: Sequence[Shown], place: int, number: int = 1) -> list[Shown]:
    """Return `number` of the things shown, from an index that counts from 1, or from the end if negative."""
    start = place - 1 if place > 0 else len(shown) + place - number + 1
    return list(shown[start : start + number]) if start >= 0 else []


def resolve_number(task: Task, reference: Reference, kinds: Sequence[str]) -> list[Item]:
    """Return the thing with a bare number in the list that the last answer shows: 'rename 3 to …'."""
    place = int(reference.name) if reference.name.isdecimal() else 0
    shown = slice_list(task.pack.dialogue.listed, place) if place else []
    said = str(task.pack.window[-1].content) if task.pack.window else ""
    found = [one for one in shown if bold(one.title) in said and one.kind in kinds]
    return load_kept(task.pack.access, found)


def last_shown(task: Task) -> list[Item]:
    """Return the things of the last list. Raises NoSuchTarget if there was none."""
    kept = task.run.listed or task.pack.dialogue.listed or task.pack.dialogue.touched
    if found := load_kept(task.pack.access, kept):
        return found
    raise NoSuchTarget("I haven't shown you a list yet.")


def is_stale(task: Task, kinds: Sequence[str]) -> bool:
    """Return whether a pronoun may refer to the last message's subject, about which nothing was done."""
    now = _of_kinds(task.run.touched, kinds) or _focused(task, kinds)
    return task.writes and task.pack.dialogue.did == "missed" and not now


def is_lost(task: Task, kinds: Sequence[str]) -> bool:
    """Return whether 'that project' is said behind a question or a message that was about something else."""
    asked = bool(task.pack.dialogue.open) and not task.pack.dialogue.touched
    return task.writes and kinds == (PROJECT,) and (asked or is_stale(task, kinds))


def find_named_before(task: Task, kinds: Sequence[str]) -> list[KeptThing]:
    """Return what the clause right before an order names: 'the lamp works now, so tick it off'."""
    found = find_in_preceding_words(task)
    return [found.kept] if found and found.kind in kinds else []


def _last_shown(task: Task, listed: Sequence[KeptThing]) -> list[KeptThing]:
    """Return the only item of a list that ended the answer, as the referent of 'that one'.

    Orders may refer to it. A question continues with what the list was about.
    """
    if not task.writes:
        return []
    last = task.pack.window[-1].content.rpartition("\n\n")[2] if task.pack.window else ""
    return [one for one in listed if len(listed) == 1 and f"1. **{plain(one.title)}**" in last]


def _said_before(task: Task, reference: Reference, kinds: Sequence[str]) -> list[KeptThing]:
    """Return what the same message names before it refers to it: 'Rota 3 is old. Delete it.'"""
    before = task.pack.message[: task.start]
    if not before or task.run.touched:
        return []
    items = load_items(task.pack.access, kinds, task.pack.focus.project_id)
    places = ((find_name(one.title, before), one) for one in items)
    named = [(place[0], -place[1], one.kept) for place, one in places if place]
    return [min(named, key=lambda one: one[:2])[2]] if named else []


def _both(task: Task, reference: Reference, kinds: Sequence[str]) -> list[KeptThing]:
    """Return the last two things changed, if two are meant and the last one fits."""
    dialogue, number = task.pack.dialogue, reference.number
    trail = _of_kinds(dialogue.trail, kinds)[-number:] if number else []
    return trail if len(trail) == number and trail[-1] in dialogue.touched else []


def _focused(task: Task, kinds: Sequence[str]) -> list[KeptThing]:
    focus = task.pack.focus
    if not focus.thing_id:
        return []
    items = load_items(task.pack.access, kinds, focus.project_id)
    return [one.kept for one in items if one.id == focus.thing_id]


def has_target(reference: Reference) -> bool:
    """Return whether words say more than a kind: a name, a place, a condition, 'it'. 'That note' doesn't."""
    says = reference.name or reference.project or reference.conditions
    return bool(says or reference.is_pronoun or reference.place is not None)


def is_at_hand(task: Task, item: Item) -> bool:
    """Return whether a thing was changed or listed last, or is in focus."""
    dialogue, run = task.pack.dialogue, task.run
    known = {one.id for one in (*dialogue.touched, *dialogue.listed, *run.touched, *run.listed)}
    return str(item.id) in known or item.id == task.pack.focus.thing_id


def _of_kinds(kept: Sequence[KeptThing], kinds: Sequence[str]) -> list[KeptThing]:
    return [one for one in kept if one.kind in kinds]
