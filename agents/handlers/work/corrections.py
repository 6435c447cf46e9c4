"""Corrects the last action, in a word or two: 'no, Thursday', 'I meant Gwen', 'same for the tents'."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.references.people import name_words
from agents.handlers.references.targets import resolve_all
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.undo import describe_undone
from agents.handlers.work.deletions import delete_items
from agents.handlers.work.new_things import create
from agents.handlers.work.things import change_items, update
from agents.tools.assignees import words_of_name
from intent.commands import Command, Reference, read_commands
from intent.plain.rephrased import with_names
from intent.sentences.titles import significant_words
from intent.statements.values import NAMES
from omniforge.storage.database import in_database

_IT = Reference("it", is_pronoun=True)
_LOOKED_BACK = 6  # messages: 'Y too', 'and Z as well' repeat the order before them
_FEW = 3  # words of an answer to 'Which one?'
_UPDATES = ("thing.update", "thing.correct")
_AGAIN = ("thing.same", "thing.instead")
_OPPOSITE = {"earlier": "later", "later": "earlier"}


@handles("thing.correct")
async def correct(task: Task, command: Command) -> Answer:
    """Give the thing just changed another value. Raises NoSuchTarget if it has none yet."""
    items = await resolve_all(task, command.slots["thing"])
    if "wrong" in command.slots:
        return await _reword(task, items, command.slots["wrong"], command.slots["right"])
    if "way" in command.slots:
        command = await _turned_round(task, command)
    if {"later", "earlier"} & {*command.slots}:
        return await _shift_anew(task, command)
    if "assignee" in command.slots and not all(_was_of(one, command.slots.get("was")) for one in items):
        raise NoSuchTarget
    return await update(task, command)


def _was_of(item: Item, who: object) -> bool:
    """Return whether a thing has an assignee, and the one who is said to have been it: 'Asha, not Ash'."""
    said = words_of_name(who) if isinstance(who, str) and who != "me" else frozenset()
    return bool(item.assignee) and said <= words_of_name(item.assignee)


async def _reword(task: Task, items: Sequence[Item], wrong: str, right: str) -> Answer:
    """Replace a word of a title. Raises NoSuchTarget unless it occurs exactly once, or if another thing has
    the right word in its title, because that one was meant.
    """
    if await in_database(_others_called, task, items, right):
        raise NoSuchTarget
    unit = _unit(wrong, right) or _unit(right, wrong)  # of '30 bags, not 25' the title has it already
    found = re.compile(rf"\b{re.escape(wrong.removesuffix(unit))}\b", re.I)
    right = right.removesuffix(unit)
    if len(items) != 1 or len(found.findall(items[0].title)) != 1:
        raise NoSuchTarget
    return await change_items(task, items, {"title": found.sub(lambda _: right, items[0].title)})


def _unit(figure: str, other: str) -> str:
    """Return the words behind the figure of `other`, with the space before them, if `figure` has no unit."""
    number, space, unit = other.partition(" ")
    return f"{space}{unit}" if figure.isdigit() and number.isdigit() else ""


def _others_called(task: Task, items: Sequence[Item], name: str) -> bool:
    told, own = significant_words(name), {one.id for one in items}
    found = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    return any(told and told <= significant_words(one.title) and one.id not in own for one in found)


async def _turned_round(task: Task, command: Command) -> Command:
    """Return the last shift, the other way round: 'I meant earlier'. Raises NoSuchTarget if there is none."""
    way = command.slots["way"]
    spans = [one.slots[_OPPOSITE[way]] for one in await _before(task) if _OPPOSITE[way] in one.slots]
    if len(spans) != 1:
        raise NoSuchTarget
    return replace(command, slots={"thing": command.slots["thing"], way: spans[0]})


async def _shift_anew(task: Task, command: Command) -> Answer:
    """Undo a shift and make another instead. Raises NoSuchTarget if the last change was none."""
    before = await _before(task)
    if not any({"later", "earlier"} & {*one.slots} for one in before):
        raise NoSuchTarget
    undone = describe_undone(await task.call("undo"))
    done = await update(task, command)
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("thing.instead")
async def do_instead(task: Task, command: Command) -> Answer:
    """Undo the last change, and make it to another thing. Raises NoSuchTarget if that doesn't exist."""
    other = command.slots["other"]
    await resolve_all(task, other)
    before = await _before(task)
    things = [one.slots["thing"] for one in before if "thing" in one.slots]
    if len({one.words for one in things if not one.is_pronoun}) > 1:
        raise NoSuchTarget  # the other thing takes the place of one, not of several
    if other.words[:1].isdigit() or any("wrong" in one.slots for one in before):
        raise NoSuchTarget  # '40 sacks, not 30' corrects a figure
    undone = describe_undone(await task.call("undo"))
    task.run.touched.clear()  # 'it' refers to the other one from now on
    done = await _with_other(task, before, other)
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("thing.delete_instead")
async def delete_instead(task: Task, command: Command) -> Answer:
    """Bring back what was just deleted, and delete another thing. Raises NoSuchTarget if there is none."""
    items = await resolve_all(task, command.slots["other"], exactly=True)
    undone = describe_undone(await task.call("undo"))
    done = await delete_items(task, items)
    return replace(done, text=f"{undone.text}\n{done.text}")


@handles("thing.same")
async def repeat(task: Task, command: Command) -> Answer:
    """Repeat the last message's order for another thing, for a new task, for another person."""
    if "title" in command.slots:
        return await _once_more(task, command)
    before = [one for one in await _before(task) if "title" not in one.slots or one.name == "thing.create"]
    if not before:
        raise NoSuchTarget  # a name is given once
    return await _with_other(task, before, command.slots["other"])


async def _once_more(task: Task, command: Command) -> Answer:
    """Create another copy of the last new thing, for somebody else, renamed. Raises NoSuchTarget."""
    before = await _before(task)
    if before[0].name != "thing.create":
        raise NoSuchTarget
    own = {name: command.slots[name] for name in ("title", "assignee")}
    return await create(
        task, replace(before[0], slots={**before[0].slots, **own, "again": True}, tentative=True)
    )


async def _before(task: Task) -> Sequence[Command]:
    """Return the orders before this one, skipping messages that only repeat them: 'Y too'.

    Raises NoSuchTarget if they weren't changes of one thing.
    """
    situation, names = replace(task.situation, said=""), await in_database(name_words, task.pack.access)
    said = reversed([with_names(one, names) for one in task.pack.said[-_LOOKED_BACK:]])
    read = ((one, read_commands(one, situation).commands) for one in said)
    orders = (found for text, found in read if found or len(text.split()) > _FEW)  # 'the slates' is an answer
    last = next((one for one in orders if not _only_applies_again(one)), ())
    found = [_as_change(one) for one in last]
    one_thing = all(one.name in _UPDATES for one in found) or [one.name for one in found] == ["thing.create"]
    if not found or not one_thing:
        raise NoSuchTarget
    return found


def _only_applies_again(commands: Sequence[Command]) -> bool:
    """Return whether a message applied the order before it to another thing: 'Y too', 'not X, Y'."""
    names = {name for one in commands[:1] for name in (one.name, *(other.name for other in one.alternatives))}
    return not names.isdisjoint(_AGAIN)


def _as_change(command: Command) -> Command:
    """Return the reading of an order that changes a thing, if it has one."""
    ways = (command, *command.alternatives)
    return next((one for one in ways if one.name in _UPDATES), command)


def _of_other(command: Command, other: Reference) -> Mapping[str, Any]:
    """Return what differs in a new thing: its figure, 'flat 7' for 'flat 2', or its assignee.

    Raises NoSuchTarget for anything else.
    """
    word, _, figure = other.name.rpartition(" ")
    title = str(command.slots.get("title", ""))
    numbered = re.compile(rf"\b({re.escape(word)}) \d+\b", re.I)
    if word and figure.isdigit() and len(numbered.findall(title)) == 1:
        return {"title": numbered.sub(rf"\1 {figure}", title)}
    if not NAMES.fullmatch(other.words):
        raise NoSuchTarget  # 'Kari starts on 1 December' is no person
    return {"assignee": other.words, "again": True}


async def _with_other(task: Task, commands: Sequence[Command], other: Reference) -> Answer:
    texts, answer = [], Answer("")
    for one in commands:
        creates = one.name == "thing.create"
        own = _of_other(one, other) if creates else {"thing": other}
        again = replace(one, slots={**one.slots, **own}, tentative=True)
        answer = await (create if creates else update)(task, again)
        texts.append(answer.text)
        other = other if creates else _IT  # it may have another name now
    return replace(answer, text="\n".join(texts))
