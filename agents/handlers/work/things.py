"""Creates and changes projects and their contents."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from agents.handlers.items import DATED, PROJECT, WORK, Item, load_items, load_kept, shared_titles
from agents.handlers.lines import bold, describe_changes, format_day, format_items, format_state, to_kept
from agents.handlers.references.at_hand import homes_touched
from agents.handlers.references.people import complete_names, find_person
from agents.handlers.references.targets import resolve_all
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task
from agents.handlers.work import archive
from agents.handlers.work.deletions import delete
from agents.handlers.work.shifts import open_plan, shifts_plan
from agents.handlers.work.states import has_state, state_of, states_of
from agents.tools.assignees import in_place_of, name_of_assignee
from agents.tools.named_things import DOCUMENT
from intent.commands import Command, Reference
from intent.commands.days import day_in
from intent.commands.readers.plain import brought_about_by, fits_any
from intent.commands.readers.things.deeds_abroad import OR
from intent.sentences.titles import is_named_in, normalise
from omniforge.english import join_words
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database

_OWN = {DOCUMENT: ("description",), PROJECT: ("description", "state")}  # fields besides the title
OF_WORK = ("description", "state", "priority", "due", "assignee", "probability", "impact", "mitigation")
_DROPPED = "dropped"
_SAID = {"due": "due date", "assignee": "assignee"}
_NOBODY = "nobody"
_RANG = "by_phone"


def link_operation(ref: str, to: str, relation: str, op: str = "link") -> dict[str, Any]:
    """Return the operation that links two things. '~' reverses the relation."""
    if relation.startswith("~"):
        ref, to, relation = to, ref, relation.removeprefix("~")
    return {"op": op, "ref": ref, "to": to} | ({"relation": relation} if relation else {})


@handles("thing.update")
async def update(task: Task, command: Command) -> Answer:
    """Change one thing or several."""
    if command.tentative and await _is_so_by_now(task, command.slots):
        return Answer("")
    if "known" in command.slots and not await in_database(_is_known, task, command.slots["assignee"]):
        raise NoSuchTarget
    items = await _meant(task, command)
    if command.tentative and normalise(command.words) in map(normalise, (one.title for one in items)):
        raise NoSuchTarget  # 'Close the shop' is a task's name here, not an order
    if await in_database(_names_other, task, command.slots):
        raise NoSuchTarget
    if "waits" in command.slots:
        _require_later(items, command.slots["due"], task.today)
    if archive.archives(command.slots):
        return await _archive(task, items, command.slots)
    if command.slots.get("state") == _DROPPED and not any(state_of(one.kind, _DROPPED) for one in items):
        return await delete(task, command)  # 'scrap the flyers': a task is done or gone
    return await change_items(task, items, command.slots)


def _names_other(task: Task, slots: Mapping[str, Any]) -> bool:
    """Return whether the person is part of a title: 'assign Send the quote to Hofmann and the rest to me'."""
    thing, who = slots["thing"], slots.get("assignee")
    if not isinstance(who, str) or thing.is_pronoun:
        return False
    title = normalise(f"{thing.words} to {who}")
    return any(normalise(one.title) == title for one in load_items(task.pack.access, WORK))


def _require_later(items: Sequence[Item], day: date, today: date) -> None:
    """Raise InvalidInput if what 'can wait until Monday' is due after that Monday."""
    for one in items:
        if one.due and one.due > day:
            raise InvalidInput(
                f"{bold(one.title)} is due {format_day(one.due, today)}, and {format_day(day, today)} comes "
                "before that, so I've changed nothing. Say the day that it should be due."
            )


def _is_known(task: Task, who: str) -> bool:
    return bool(find_person(task.pack.access, who))


async def _meant(task: Task, command: Command) -> Sequence[Item]:
    """Return the things to change."""
    if "deed" in command.slots:
        return await _of_deed(task, command)
    if shifts_plan(task, command):
        return await open_plan(task)
    if "title" in command.slots and (home := await in_database(_home_of_several, task, command)):
        return home
    if "state" in command.slots and (work := await in_database(_work_called_so, task, command)):
        return work
    was = command.slots.get("was") if "assignee" in command.slots else ""
    whose = was if isinstance(was, str) else ""
    items = await resolve_all(task, command.slots["thing"], rather=_kinds_with(command.slots), whose=whose)
    plans = "state" not in command.slots and _kinds_with(command.slots)
    return [one for one in items if one.is_open] or items if plans else items  # no finished work


def _work_called_so(task: Task, command: Command) -> Sequence[Item]:
    """Return the one open piece of work that is called like a document, which has no state to change."""
    thing = command.slots["thing"]
    if thing.kind != DOCUMENT or not thing.full:
        return ()
    work = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    found = [one for one in work if one.is_open and is_named_in(thing.full, one.title)]
    return found if len(found) == 1 else ()


def _home_of_several(task: Task, command: Command) -> Sequence[Item]:
    """Return the project of several things at hand, which 'rename it' can't mean, empty for anything else."""
    thing, dialogue = command.slots["thing"], task.pack.dialogue
    several = len(task.run.touched or dialogue.touched or dialogue.listed) > 1
    is_one = thing.is_pronoun and not thing.is_plural
    return homes_touched(task, load_items(task.pack.access, (PROJECT,))) if several and is_one else []


async def _is_so_by_now(task: Task, slots: Mapping[str, Any]) -> bool:
    """Return whether 'it is all done' only tells of what an order before it in the message did."""
    key = slots.get("state")
    if not (key and slots["thing"].is_pronoun and len(task.run.touched) == 1):
        return False
    kept = await in_database(load_kept, task.pack.access, task.run.touched)
    return bool(kept) and has_state(kept[0], key)


async def _archive(task: Task, items: Sequence[Item], slots: Mapping[str, Any]) -> Answer:
    if (answer := archive.finished_already(items)) or not archive.agreed(task, items):
        return answer or archive.LEFT_OPEN
    open_ones = [one for one in items if one.is_open]
    return archive.with_note(await change_items(task, open_ones, {**slots, "state": "done"}), open_ones)


def _kinds_with(slots: Mapping[str, Any]) -> Sequence[str]:
    """Return the kinds that such changes usually apply to: risks rarely have an assignee or a date."""
    return DATED if {"due", "assignee", "later", "earlier"} & {*slots} or slots.get("asks") == "due" else ()


async def change_items(task: Task, items: Sequence[Item], slots: Mapping[str, Any]) -> Answer:
    """Set the values of some slots on things."""
    slots = await complete_names(task, slots)
    fields = {str(one.id): await _new_fields(task, one, slots) for one in items}
    operations = [
        {"op": "update", "ref": str(one.id), "kind": one.kind, "fields": fields[str(one.id)]} for one in items
    ]
    shared = await in_database(shared_titles, task.pack.access, items)
    given = await task.call("change", operations=operations)
    return _updated(task, items, fields, given, shared)


async def _of_deed(task: Task, command: Command) -> Sequence[Item]:
    """Return the things to change. For 'the gutter is fixed', those that match both 'fix' and 'gutter'.

    If only 'gutter' matches, 'it' refers to that from now on. A whole title is meant with any verb.
    """
    thing, deed = command.slots["thing"], command.slots["deed"]
    if thing.place is not None or thing.is_pronoun:
        return await _done_at_place(task, thing, deed)
    try:
        return await _of_verbs(task, thing, brought_about_by(deed) or deed.split(OR))
    except NoSuchTarget:
        found = await resolve_all(task, thing, whose=command.slots.get("who", ""))
        is_whole = len(found) == 1 and _is_named_whole(thing, found[0], command.slots.get("who", ""))
        if is_whole and deed != _RANG:  # 'the roofer rang' tells of no work
            return found
        if len(found) == 1:
            task.run.touched[:] = [found[0].kept]
        raise


def _is_named_whole(thing: Reference, item: Item, who: str) -> bool:
    """Return whether words are a whole title, or the deed of somebody's: 'Ann has placed the order'."""
    title = normalise(item.title)
    return title == normalise(thing.full) or (bool(who) and title.partition(" ")[0] == normalise(thing.name))


async def _of_verbs(task: Task, thing: Reference, verbs: Sequence[str]) -> Sequence[Item]:
    """Return the things to which one of some verbs applies, by the first verb that has any.

    Raises NoSuchTarget if none has.
    """
    for verb in verbs[:-1]:
        with suppress(NoSuchTarget):  # the last verb's is raised
            return await resolve_all(task, _with_deed(thing, verb))
    return await resolve_all(task, _with_deed(thing, verbs[-1]))


async def _done_at_place(task: Task, thing: Reference, deed: str) -> Sequence[Item]:
    """Return what 'the second' or 'it' refers to, if the action applies to it. Raises NoSuchTarget."""
    items = await resolve_all(task, thing)
    verbs = brought_about_by(deed) or [deed]
    if not (fits_any(deed) or all(any(is_named_in(verb, one.title) for verb in verbs) for one in items)):
        raise NoSuchTarget
    return items


def _with_deed(thing: Reference, deed: str) -> Reference:
    if not (thing.name or thing.parts):
        raise NoSuchTarget
    parts = tuple(_with_deed(one, deed) for one in thing.parts)
    return replace(thing, name=f"{thing.name} {deed}", full=f"{thing.full} {deed}", parts=parts)


def _updated(
    task: Task,
    items: Sequence[Item],
    fields: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    shared: Collection[str],
) -> Answer:
    """Report the changes, equal ones in one sentence, and separately those that changed nothing."""
    same = {row.get("id") for row in given["done"] if row.get("note")}
    told: dict[str, list[Item]] = {}
    for one in items:
        said = describe_changes(fields[str(one.id)], task.today)
        told.setdefault(f"{said} already" if str(one.id) in same else f"{said} now", []).append(one)
    sentences = [f"{format_items(alike, shared)}{_verb(len(alike), said)}." for said, alike in told.items()]
    changed = [row for row in given["done"] if not row.get("note")]
    if not changed and len(items) == 1:  # it stays the referent of 'it'
        task.run.touched[:] = [items[0].kept]
    return Answer("\n".join(sentences), to_kept(changed) if len(changed) > 1 else ())


def _verb(number: int, said: str) -> str:
    if number == 1:
        return f" {said}"
    plural = said.replace(" and is ", " and are ").replace(" and has ", " and have ")
    first, _, rest = plural.partition(" ")
    return f" {'are' if first == 'is' else 'have'} {rest}"


async def _new_fields(task: Task, item: Item, slots: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: slots[name] for name in ("title", *OF_WORK) if name in slots}
    if given.get("assignee") not in (None, _NOBODY) and (before := _handed_over_by(slots)):
        given["assignee"] = in_place_of(item.assignee, before, given["assignee"])
    if "clear" in slots:
        given[slots["clear"]] = None
    if "later" in slots or "earlier" in slots:
        given["due"] = (item.due or task.today) + (slots.get("later") or -slots["earlier"])
    if slots.get("asks") == "due":
        given["due"] = _asked_day(task, item)
    return await checked_fields(task, item, given)


def _handed_over_by(slots: Mapping[str, Any]) -> str:
    """Return whose work is given to somebody else, empty if the words don't say so."""
    conditions = slots["thing"].conditions if "thing" in slots else ()
    own = (one.value for one in conditions if one.field == "assignee" and not one.negated)
    return next((one for one in own if isinstance(one, str)), "")


def _asked_day(task: Task, item: Item) -> Any:
    if found := day_in(task.answer_to("due"), task.pack.now):
        return found
    raise Question("due", f"To which day should I move {bold(item.title)}?")


async def checked_fields(task: Task, item: Item, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as the tool takes them. Raises InvalidInput for fields that the kind doesn't have."""
    own = ("title", *(OF_WORK if item.kind in WORK else _OWN.get(item.kind, ())))
    if lacking := [name for name in given if name not in own]:
        what = _SAID.get(lacking[0], lacking[0])
        raise InvalidInput(f"A {item.kind} has no {what}. Nothing was changed.")
    fields = dict(given)
    if "state" in fields:
        fields["state"] = _state(item, fields["state"])
    if fields.get("due"):
        fields["due"] = fields["due"].isoformat()
    if "assignee" in fields:
        fields["assignee"] = await _assignee(task, fields["assignee"])
    return fields


def _state(item: Item, key: str) -> str:
    if found := state_of(item.kind, key):
        return found
    listed = join_words(map(format_state, states_of(item.kind)), "or")
    raise InvalidInput(f"A {item.kind} can be {listed}. Nothing was changed.")


async def _assignee(task: Task, who: str | None) -> str | None:
    if who in (None, _NOBODY):
        return None
    return await in_database(name_of_assignee, task.pack.access, who)
