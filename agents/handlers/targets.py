"""What references point at: the one thing, several, or a question which one is meant.

A guess is never acted upon: it is asked back, with what comes into question.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from agents.context.kept import KeptThing
from agents.handlers.conditions import filter_items
from agents.handlers.homes import alike, home_id, keep_here, near_names
from agents.handlers.items import IN_PROJECTS, PROJECT, WORK, Item, load_items, load_kept
from agents.handlers.loose_names import called_by_deed, limit_called, told_of
from agents.handlers.task import NoSuchTarget, Task
from agents.handlers.which_thing import WHICH, ask_which, heed_refusal
from agents.tools.resolving import Resolver
from agents.tools.workspace.scope import Scope
from intent.commands import Reference
from intent.commands.words import key_of
from intent.sentences.naming import folded, is_named_in
from intent.slots.names import misspelt_name
from intent.text import find_name
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_ANY = ("", "thing")
_TWO = 2
_FOLDERS = {"folder": "document"}


@dataclass(frozen=True, slots=True)
class _Found:
    """What fits. Guesses come near; `lead` is what the question says of them."""

    items: Sequence[Item] = ()
    guesses: Sequence[Item] = ()
    lead: str = ""


async def the_one(
    task: Task,
    reference: Reference,
    name: str = "which",
    *,
    kinds: Collection[str] = (),
    within: UUID | None = None,
) -> Item:
    """Return the one thing that is meant. Raises Question if several fit, NoSuchTarget if none does."""
    heed_refusal(task, name)
    found = await in_database(_look, task, reference, tuple(kinds))
    items = [one for one in found.items if within in (None, one.home)] or found.items
    if len(items) == 1:
        return keep_here(task, items)[0]
    found = replace(found, items=items)
    return _asked(task, found.items or found.guesses, name, found.lead or WHICH, reference)


def thing_at(task: Task, reference: Reference) -> Item:
    """Return the one thing that a condition names, within the database. Raises NoSuchTarget."""
    if limit := _limit(task, reference):
        return limit
    found = _look(task, reference, ()).items
    if len(found) != 1:
        raise NoSuchTarget(f"“{plain(reference.words)}” fits several things. Say which one.")
    return found[0]


def _limit(task: Task, reference: Reference) -> Item | None:
    """Return the thing with a day that 'before the crane comes' means, if nothing is called just so."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    if not reference.name or any(is_named_in(reference.name, one.title) for one in items):
        return None
    return limit_called(reference.name.split(), items)


async def all_of(
    task: Task,
    reference: Reference,
    *,
    exactly: bool = False,
    rather: Sequence[str] = (),
) -> Sequence[Item]:
    """Return all things that are meant, at least one. Raises Question and NoSuchTarget.

    A misspelt name that can be no other counts, unless it is `exactly` said. `rather` are the likelier kinds.
    """
    heed_refusal(task, "which")
    found = await in_database(_look, task, reference, ())
    if reference.kind in _ANY and (likely := [one for one in found.items if one.kind in rather]):
        found = replace(found, items=likely)
    if not exactly and (near := _misspelt(reference.name, found.guesses)):
        found = _Found([near])
    if found.items and (len(found.items) == 1 or _means_several(reference)):
        return keep_here(task, found.items)
    return [_asked(task, found.items or found.guesses, "which", found.lead or WHICH, reference)]


def _misspelt(name: str, guesses: Sequence[Item]) -> Item | None:
    meant = misspelt_name(name, [one.title for one in guesses]) if name else None
    same = [one for one in guesses if one.title == meant]
    return same[0] if len(same) == 1 else None


def _means_several(reference: Reference) -> bool:
    several = reference.is_all or reference.is_plural or (reference.number or 1) > 1
    limits = bool(reference.conditions) and reference.kind != "thing"  # 'Ben's one' is one
    return several or limits or bool(reference.parts)


def _look(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    kinds = kinds or _kinds_of(reference)
    if reference.is_other:
        return _others(task, kinds)
    if reference.is_pronoun:
        return _of_pronoun(task, reference, kinds)
    if reference.place is not None:
        return _at_place(task, reference, kinds)
    return _named(task, reference, kinds) if reference.name else _described(task, reference, kinds)


def _kinds_of(reference: Reference) -> tuple[str, ...]:
    """Return the kinds that a reference may mean. Raises NoSuchTarget for what no project holds."""
    if reference.kind in _ANY:
        return (*IN_PROJECTS, PROJECT) if reference.name or reference.is_pronoun else IN_PROJECTS
    kind = _FOLDERS.get(reference.kind, reference.kind)
    if kind in (*IN_PROJECTS, PROJECT):
        return (kind,)
    if not reference.name:
        raise NoSuchTarget
    return ()


def _of_pronoun(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    now = _of_kinds(task.run.touched, kinds)
    earlier = _of_kinds(task.pack.dialogue.touched, kinds)
    listed = _of_kinds(task.pack.dialogue.listed, kinds)
    told = _told(task, kinds)
    if reference.is_plural:
        several = earlier if len(earlier) > 1 else _both(task, reference, kinds) or listed or earlier
        kept = told or now or several
    else:
        focused = _said_before(task, reference, kinds) or _focused(task, kinds)
        kept = told or now or focused or _last_shown(task, listed) or earlier or listed
    items = load_kept(task.pack.access, kept)
    items = (
        items[-1:] if now and not reference.is_plural else items
    )  # a new project's own pages are no things
    items = filter_items(task, items, reference.conditions)
    items = [one for one in items if one.assignee or not key_of("somebodys", reference.words)]
    if not items:
        raise NoSuchTarget("I'm not sure what you mean. Say its name.")
    if reference.number and len(items) > reference.number:
        raise InvalidInput(f"Which {reference.number} do you mean? Say their names.")
    lone = reference.is_plural and len(items) == 1 and not told
    return _Found((), items) if lone or _is_stale(task, now, kinds) else _Found(items)


def _last_shown(task: Task, listed: Sequence[KeptThing]) -> list[KeptThing]:
    """Return the only thing of a list below which nothing else was told: after several deeds 'that one'.

    An order takes it up; a question goes on about what the list was of.
    """
    if not task.writes:
        return []
    last = task.pack.window[-1].content.rpartition("\n\n")[2] if task.pack.window else ""
    return [one for one in listed if len(listed) == 1 and f"1. **{plain(one.title)}**" in last]


def _told(task: Task, kinds: Sequence[str]) -> list[KeptThing]:
    """Return what the clause right before an order names: 'the lamp works now, so tick it off'."""
    found = told_of(task)
    return [found.kept] if found and found.kind in kinds else []


def _said_before(task: Task, reference: Reference, kinds: Sequence[str]) -> list[KeptThing]:
    """Return what the same message names first before it points at it: 'Rota 3 is old. Delete it.'"""
    before = task.pack.message.casefold().rpartition(reference.words.casefold())[0]
    if not before or task.run.touched:
        return []
    items = load_items(task.pack.access, kinds, task.pack.focus.project_id)
    places = ((find_name(one.title, before), one) for one in items)
    named = [(place[0], -place[1], one.kept) for place, one in places if place]
    return [min(named, key=lambda one: one[:2])[2]] if named else []


def _both(task: Task, reference: Reference, kinds: Sequence[str]) -> list[KeptThing]:
    """Return the two that were changed one after the other, if two are meant and the last is one of them."""
    dialogue, number = task.pack.dialogue, reference.number
    trail = _of_kinds(dialogue.trail, kinds)[-number:] if number else []
    return trail if len(trail) == number and trail[-1] in dialogue.touched else []


def _others(task: Task, kinds: Sequence[str]) -> _Found:
    """Return the things of the last list that were not meant last, or of the two that were changed one after
    the other. Raises NoSuchTarget if there are none.
    """
    last = {one.id for one in task.run.touched or task.pack.dialogue.touched}
    listed = _of_kinds(task.pack.dialogue.listed, kinds)
    trail = _of_kinds(task.pack.dialogue.trail, kinds)
    listed = listed if last & {one.id for one in listed} or len(trail) != _TWO else trail
    others = load_kept(task.pack.access, [one for one in listed if one.id not in last])
    if not others or len(others) == len(listed):
        raise NoSuchTarget("I'm not sure which other one you mean. Say its name.")
    return _Found(others)


def _is_stale(task: Task, now: Sequence[KeptThing], kinds: Sequence[str]) -> bool:
    """Return whether a pronoun may mean what the last message spoke of, of which nothing was done."""
    return task.writes and task.pack.dialogue.did == "missed" and not (now or _focused(task, kinds))


def _of_kinds(kept: Sequence[KeptThing], kinds: Sequence[str]) -> list[KeptThing]:
    return [one for one in kept if one.kind in kinds]


def _focused(task: Task, kinds: Sequence[str]) -> list[KeptThing]:
    focus = task.pack.focus
    if not focus.thing_id:
        return []
    items = load_items(task.pack.access, kinds, focus.project_id)
    return [one.kept for one in items if one.id == focus.thing_id]


def _at_place(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    dialogue = task.pack.dialogue
    trail = [] if {*dialogue.trail} & {*dialogue.listed} else dialogue.trail
    listed = _of_kinds(trail if len(trail) > 1 else dialogue.listed or dialogue.touched, kinds)
    place, number = reference.place or 1, reference.number or 1
    start = place - 1 if place > 0 else max(len(listed) + place + 1 - number, 0)
    kept = listed[start : start + number]
    if len(kept) < number:
        count = f"The last list has {len(listed)}" if listed else "I haven't shown you a list yet"
        raise NoSuchTarget(f"{count}, so I don't know which one you mean. Say its name.")
    return _Found(load_kept(task.pack.access, kept))


def _described(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    """Return what words without a name mean: 'all overdue tasks', or 'the task' if it is clear which."""
    several = _means_several(reference)
    if reference.is_plural and not (reference.is_all or reference.number or reference.conditions):
        raise NoSuchTarget(f"Which {reference.kind or 'thing'}s do you mean? Say “all” or their names.")
    if not (several or reference.conditions):
        kept = _told(task, kinds) or _said_before(task, reference, kinds) or _focused(task, kinds)
        kept = kept or _of_kinds(task.run.touched, kinds) or _of_kinds(task.pack.dialogue.touched, kinds)
        if len(kept) == 1:
            return _Found(load_kept(task.pack.access, kept))
    home = home_id(task, reference.project)
    reads_texts = any(one.field == "text" for one in reference.conditions)
    items = load_items(task.pack.access, kinds, home, texts=reads_texts)
    items = filter_items(task, items, reference.conditions)[: reference.number]
    opened = [one for one in items if one.is_open]
    found = items if several else opened or items
    if not found:
        raise NoSuchTarget(f"There's no such {reference.kind or 'thing'} here.")
    return _Found(found)


def _named(task: Task, reference: Reference, kinds: Sequence[str]) -> _Found:
    resolver = Resolver(Scope.of(task.pack), task.pack.conversation_id)
    home = home_id(task, reference.project) if reference.project else None
    exact = _called(task, resolver, reference.full, (*IN_PROJECTS, PROJECT), None)
    same = [one for one in exact if folded(one.title) == folded(reference.full)]
    found = same or (_called(task, resolver, reference.name, kinds, home) if kinds else []) or exact
    if found:
        return _Found(_best(found, reference.name))
    if reference.parts:
        parts = [_look(task, part, ()) for part in reference.parts]
        if all(len(part.items) == 1 for part in parts):
            return _Found([part.items[0] for part in parts])
    if not kinds:
        raise NoSuchTarget  # an event, a file, an agent
    items = load_items(task.pack.access, kinds, home or task.pack.focus.project_id)
    if named := called_by_deed(reference.name, items):
        return _Found(named)
    guesses = near_names(reference.name, items) or alike(reference.name, items)
    if not guesses:
        raise NoSuchTarget(_not_there(reference))
    return _Found((), guesses, f"{_not_there(reference)} Do you mean one of these?")


def _called(
    task: Task, resolver: Resolver, words: str, kinds: Sequence[str], home: UUID | None
) -> list[Item]:
    """Return what is called so, or has all of these words in its title."""
    refs = resolver.resolve(words, kinds, str(home) if home else "").found
    refs = tuple(one for one in refs if is_named_in(words, one.title) or folded(words) in folded(one.path))
    kept = [KeptThing(one.kind, str(one.id), one.title) for one in refs]
    return load_kept(task.pack.access, kept) if kept else []


def _best(found: Sequence[Item], name: str) -> Sequence[Item]:
    """Return those with just this title, if there are, else all that fit."""
    return [one for one in found if folded(one.title) == folded(name)] or found


def _not_there(reference: Reference) -> str:
    kind = reference.kind if reference.kind not in _ANY else ""
    return f"I found {f'no {kind}' if kind else 'nothing'} called “{plain(reference.name)}”."


def _asked(task: Task, options: Sequence[Item], name: str, lead: str, reference: Reference) -> Item:
    is_guess = not any(is_named_in(reference.name, one.title) for one in options) if reference.name else False
    if not options or (is_guess and task.tentative):
        raise NoSuchTarget(_not_there(reference))
    return ask_which(task, options, name, lead)
