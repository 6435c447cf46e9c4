"""Carries out loosely worded orders, only if every word names a thing, a person or the change."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.handlers.items import WORK, Item, load_items, load_kept
from agents.handlers.references.loose_names import find_in_preceding_words, find_named
from agents.handlers.references.named_last import last_named
from agents.handlers.references.people import find_person
from agents.handlers.references.target_projects import require_in_project
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.deletions import delete_items
from agents.handlers.work.things import change_items
from agents.tools.assignees import words_of_name
from intent.commands import Command
from intent.commands.words import as_words
from intent.commands.work.orders import WorkOrder
from intent.questions.topics import fits, is_light
from intent.sentences.titles import is_named_in
from omniforge.storage.database import in_database

_LONGEST_NAME = 3  # words


@handles("work.order")
async def carry_out(task: Task, command: Command) -> Answer:
    """Change or delete the target of an order. Raises NoSuchTarget if in doubt."""
    order: WorkOrder = command.slots["order"]
    items, person = await in_database(_meant, task, order)
    if person and not await in_database(_may_get, task, order, person):
        raise NoSuchTarget
    require_in_project(task, items)
    if order.deletes:
        return await delete_items(task, items)
    return await change_items(task, items, _slots(order, person))


def _may_get(task: Task, order: WorkOrder, person: str) -> bool:
    """Return whether somebody may get work. 'Move it to Elm' and 'that's for Elm' may mean a project."""
    said = as_words(person)
    names_project = any(as_words(one)[: len(said)] == said for one in task.situation.projects)
    return bool(find_person(task.pack.access, person)) or not (names_project or order.moves)


def _slots(order: WorkOrder, person: str) -> Mapping[str, Any]:
    """Return the new values. Raises NoSuchTarget if something is reassigned, but nobody is named."""
    given = order.gives and order.later is None
    if given and not person and order.day is None:
        raise NoSuchTarget
    said = {"state": order.state, "due": order.day, "later": order.later}
    own = {"assignee": person} if given and person else {}
    return {name: value for name, value in said.items() if value} | own


def _meant(task: Task, order: WorkOrder) -> tuple[Sequence[Item], str]:
    """Return the certain target of an order, and its new assignee. Raises NoSuchTarget if in doubt."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    if order.points.startswith("theirs"):
        return _of_person(task, order, items)
    told = find_in_preceding_words(task)
    now = [told] if told else load_kept(task.pack.access, task.run.touched)
    kept = now or _spoken_of(order, items) or _touched(task)
    found = _named(order, items)
    near = [one for one in found if one[0].id in {each.id for each in kept}]
    found = near if order.points and len(found) > 1 else found
    if len(found) == 1:
        return [found[0][0]], found[0][1]
    if not found and (own := _given_time(order, items)):
        return own, ""
    if found or not (order.points or task.pack.dialogue.did == "changed"):
        raise NoSuchTarget
    person = _person(order, order.topic, items) if order.gives and order.later is None else ""
    if not person and not {one.casefold() for one in order.topic} <= _all_names(kept):
        raise NoSuchTarget
    return _checked(order, kept), person


def _given_time(order: WorkOrder, items: Sequence[Item]) -> Sequence[Item]:
    """Return the only open thing of a person who gets a new day. Raises NoSuchTarget."""
    said = {one.casefold() for one in order.topic}
    if not said and order.before.strip(" ,.") and order.gives_them_time:
        raise NoSuchTarget  # whom of those named before?
    if not (said and order.day and order.gives_time) or order.points:
        return []
    own = [one for one in items if one.is_open and said <= words_of_name(one.assignee)]
    if len(own) > 1:
        raise NoSuchTarget
    return own


def _named(order: WorkOrder, items: Sequence[Item]) -> list[tuple[Item, str]]:
    """Return the things that an order names, open ones first, each with the person named beside it."""
    if order.tells and (told := find_named(" ".join(order.topic), items)):
        return [(told, "")]
    found = []
    for one in items:
        own = _without_names(order, [word for word in order.topic if fits([word.casefold()], one.title)])
        rest = [word for word in order.topic if word not in own and not is_light(word.casefold())]
        if own and (person := _beside(order, one, rest, items)) is not None:
            found.append((len(own), one, person))
    most = max((number for number, _, _ in found), default=0)
    best = [(one, person) for number, one, person in found if number == most]
    opened = [pair for pair in best if pair[0].is_open]
    return opened if opened and order.state != "open" else best


def _without_names(order: WorkOrder, own: Sequence[str]) -> Sequence[str]:
    """Return a title's words in an order, without a first name among them: 'April' of 'to April Moss'."""
    after = zip(order.topic, order.topic[1:], strict=False)
    firsts = {first for first, last in after if _is_name(order, first, last) and last not in own}
    return [one for one in own if one not in firsts] or own


def _is_name(order: WorkOrder, first: str, last: str) -> bool:
    return first[:1].isupper() and last[:1].isupper() and f"{first} {last}" in order.text


def _beside(order: WorkOrder, item: Item, rest: Sequence[str], items: Sequence[Item]) -> str | None:
    """Return the person named beside a thing, empty for none, or None if any other words remain."""
    owner = words_of_name(item.assignee)
    if not (order.gives and order.later is None):
        known = _all_names(items) if order.state == "done" else owner
        return "" if {one.casefold() for one in rest} <= known else None
    others = [one for one in rest if one.casefold() not in owner] or rest
    if not others:
        return "" if order.day else None
    return _person(order, others, items) or None


def _person(order: WorkOrder, words: Sequence[str], items: Sequence[Item]) -> str:
    """Return a name: of somebody with work here, or capitalised and not of two people, else empty."""
    if not words or len(words) > _LONGEST_NAME:
        return ""
    said = {one.casefold() for one in words}
    known = any(said <= words_of_name(one.assignee) for one in items)
    name = " ".join(words)
    return name if known or (name in order.text and all(one[:1].isupper() for one in words)) else ""


def _all_names(items: Sequence[Item]) -> set[str]:
    return {word for one in items for word in words_of_name(one.assignee)}


def _checked(order: WorkOrder, kept: Sequence[Item]) -> Sequence[Item]:
    """Return what 'it' or 'both' means. Raises NoSuchTarget if that isn't the subject of the talk."""
    wanted = 2 if order.points == "both" else 1 if order.points in ("one", "") else len(kept)
    if not kept or len(kept) != wanted:
        raise NoSuchTarget
    return kept


def _spoken_of(order: WorkOrder, items: Sequence[Item]) -> Sequence[Item]:
    """Return the one thing whose title precedes the order: 'Opening has moved. It's on …'"""
    found = [one for one in items if order.before and is_named_in(one.title, order.before)]
    return found if len(found) == 1 else []


def _touched(task: Task) -> Sequence[Item]:
    dialogue = task.pack.dialogue
    found = load_kept(task.pack.access, task.run.touched or dialogue.touched or dialogue.listed)
    return [one for one in found if one.kind in WORK]


def _of_person(task: Task, order: WorkOrder, items: Sequence[Item]) -> tuple[Sequence[Item], str]:
    """Return the open things of the person named in the order or before it, and the new assignee."""
    person = _person(order, order.topic, items) if order.gives else ""
    words = [] if order.gives else [one.casefold() for one in order.topic]
    if order.gives and not person:
        raise NoSuchTarget
    owner = words or last_named((order.before, task.situation.said), items)
    found = [one for one in items if one.is_open and owner and {*owner} <= words_of_name(one.assignee)]
    owners = {one.assignee for one in found}
    if len(owners) != 1 or (order.points == "theirs_both" and len(found) != 2):
        raise NoSuchTarget
    return found, person
