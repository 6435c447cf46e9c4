"""Moves work to another project, with all its fields."""

from collections.abc import Sequence

from agents.handlers.history import deletions_of
from agents.handlers.items import IN_PROJECTS, PROJECT, WORK, Item, load_items
from agents.handlers.lines import bold, format_names, to_kept
from agents.handlers.references.people import find_person
from agents.handlers.references.target_projects import find_home
from agents.handlers.references.targets import resolve_all
from agents.handlers.references.which_thing import choose_option
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.tools.workspace.linked import links_of
from intent.commands import Command, read_commands
from intent.text import find_name
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_BEYOND = (
    "I can't: this conversation is about one project. Nothing was changed. Say it in a new conversation."
)
_WHERE = "In which project does {} belong?"
_ONLY = "There's no other project for {} yet. Say “create a project called … and move it there”."
_EITHER = "I'm not sure whether you mean the project {} or {}. Nothing was changed. Say the full name."


@handles("thing.rehome")
async def rehome(task: Task, command: Command) -> Answer:
    """Recreate things in another project and move the old ones to the trash, as one step for undo."""
    target = await in_database(_target, task, command)
    if task.pack.focus.project_id not in (None, target.id):
        raise InvalidInput(_BEYOND)
    thing = command.slots["thing"]
    items = await resolve_all(task, thing, kinds=IN_PROJECTS if thing.is_pronoun else ())
    if other := next((one for one in items if one.kind not in WORK), None):
        raise InvalidInput(f"{bold(other.title)} is a {other.kind}, and I can move work only.")
    return await _move(task, items, target)


@handles("thing.misplaced")
async def move_misplaced(task: Task, command: Command) -> Answer:
    """Ask in which project things belong that are in the wrong one, unless an order behind tells it."""
    if _is_moved_behind(task, command):
        return Answer("")
    thing, name = command.slots["thing"], command.slots.get("project", "")
    items = await resolve_all(task, thing, kinds=IN_PROJECTS if thing.is_pronoun else ())
    wrong = {(await in_database(find_home, task, name)).id} if name else {one.home for one in items}
    if task.pack.focus.project_id:
        raise InvalidInput(_BEYOND)
    if not wrong & {one.home for one in items}:
        return Answer(f"{_placed([one.title for one in items], items[0].home_name)}, not in {bold(name)}.")
    projects = await in_database(load_items, task.pack.access, (PROJECT,))
    others = [one for one in projects if one.id not in wrong]
    names = format_names([one.title for one in items])
    if not others:
        return Answer(_ONLY.format(names))
    return await _move(task, items, choose_option(task, others, "project", _WHERE.format(names)))


def _is_moved_behind(task: Task, command: Command) -> bool:
    """Return whether the message goes on with where something is to be moved."""
    orders = read_commands(task.pack.message, task.situation).commands
    return any(one.name == "thing.rehome" and one.span[0] >= command.span[1] for one in orders)


async def _move(task: Task, items: Sequence[Item], target: Item) -> Answer:
    moving = [one for one in items if one.home != target.id]
    if not moving:
        return Answer(f"{_placed([one.title for one in items], target.title)} already.")
    left = await in_database(_links, task, moving)
    move = {"op": "move", "to": str(target.id)}
    operations = [move | {"ref": str(one.id), "kind": one.kind} for one in moving]
    made = (await task.call("change", operations=operations))["done"]
    lost = f" Their links stayed behind: {left}." if left else ""
    text = f"Moved {format_names([one.title for one in moving])} to {bold(target.title)}.{lost}"
    return Answer(text, to_kept(made) if len(made) > 1 else ())


@handles("thing.where")
async def tell_where(task: Task, command: Command) -> Answer:
    """Say whether things are in a project, else where they are."""
    target, thing = await in_database(find_home, task, command.slots["project"]), command.slots["thing"]
    items = await resolve_all(task, thing, kinds=IN_PROJECTS if thing.is_pronoun else ())
    homes = dict.fromkeys(one.home_name for one in items)
    rows = [_placed([one.title for one in items if one.home_name == home], home) for home in homes]
    says = "Yes" if homes.keys() == {target.title} else "No" if target.title not in homes else "Not all"
    beside = f", not in {bold(target.title)}" if says == "No" else ""
    return Answer(f"{says}: {'; '.join(rows)}{beside}.", tuple(one.kept for one in items))


@handles("thing.gone")
async def tell_whether_gone(task: Task, command: Command) -> Answer:
    """Say whether things are still there and where, else when something of this name was deleted."""
    thing = command.slots["thing"]
    asks_there = bool(command.slots.get("there"))
    try:
        items = await resolve_all(task, thing, kinds=IN_PROJECTS if thing.is_pronoun else ())
    except NoSuchTarget:
        if not (gone := await in_database(deletions_of, task, thing.name)):
            raise
        return Answer(f"{'No' if asks_there else 'Yes'}. This was deleted:\n\n{gone}")
    homes = dict.fromkeys(one.home_name for one in items)
    rows = [_placed([one.title for one in items if one.home_name == home], home) for home in homes]
    return Answer(f"{'Yes' if asks_there else 'No'}: {'; '.join(rows)}.", tuple(one.kept for one in items))


def _placed(titles: Sequence[str], home: str) -> str:
    return f"{format_names(titles)} {'is' if len(titles) == 1 else 'are'} in {bold(home)}"


def _target(task: Task, command: Command) -> Item:
    """Return the project. Raises InvalidInput if it is only named by words that are also a person's name."""
    name = command.slots["project"]
    person = "" if find_name(name, command.words) else find_person(task.pack.access, name.split()[0])
    if person:
        raise InvalidInput(_EITHER.format(bold(name), bold(person)))
    return find_home(task, name)


def _links(task: Task, items: Sequence[Item]) -> str:
    """Return the titles of what things are linked to, except one another."""
    own = {str(one.id) for one in items}
    links = (link for one in items for link in links_of(task.pack.access, one.id))
    return ", ".join(dict.fromkeys(plain(link.title) for link in links if link.id not in own))
