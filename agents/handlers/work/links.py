"""Links and unlinks things, and reports their links."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.context.stored import KeptThing
from agents.handlers.items import PROJECT, Item, load_kept
from agents.handlers.lines import bold, format_names, numbered_list
from agents.handlers.references.targets import resolve_one
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.things import link_operation
from agents.tools.workspace.linked import Link, links_of
from intent.commands import Command
from omniforge.storage.database import in_database

_ANY = "relates_to"
BACKWARD = {
    "has_task": "is part of",
    "targets": "is targeted by",
    "documented_in": "documents",
    "references": "is referenced by",
    "threatens": "is threatened by",
    "blocks": "is blocked by",
    "depends_on": "is needed by",
    "supports": "is supported by",
    "mitigates": "is mitigated by",
    "satisfies": "is satisfied by",
}


class _End(NamedTuple):
    """A relation seen from one thing: `forward` if it starts there."""

    relation: str
    forward: bool


@handles("thing.link", "thing.unlink")
async def link(task: Task, command: Command) -> Answer:
    """Link two things, or remove their link."""
    op = command.name.removeprefix("thing.")
    item, other = await _ends(task, command)
    relation = command.slots.get("relation", "")
    relation = "" if relation == _ANY else relation
    links = await in_database(links_of, task.pack.access, item.id)
    task.run.touched[:] = [item.kept]
    both, asked = format_names([item.title, other.title]), _asked(relation, outward=True)
    if op == "link" and any(one.id == str(other.id) and _fits(one, asked) for one in links):
        return Answer(f"{both} are linked already.")
    given = await task.call("change", operations=[link_operation(str(item.id), str(other.id), relation, op)])
    if op == "unlink":
        return Answer(f"Unlinked {both}.")
    how = _how(given["done"][0]["link"] if given["done"] else "", item, other)
    return Answer(f"Linked: {bold(item.title)} {how} {bold(other.title)}." if how else f"Linked {both}.")


def _how(said: str, item: Item, other: Item) -> str:
    """Return how things are linked, from the tool's result, empty for a plain link."""
    how = _in_words(said.removeprefix(item.title).removesuffix(other.title).strip())
    return how if how != _in_words(_ANY) and said.startswith(item.title) else ""


async def _ends(task: Task, command: Command) -> tuple[Item, Item]:
    item = await resolve_one(task, command.slots["thing"])
    other = await resolve_one(task, command.slots["other"], "other")
    if PROJECT in (item.kind, other.kind):
        raise NoSuchTarget("A project can't be linked: what belongs to it stands in it.")
    if item.id == other.id:
        raise NoSuchTarget("A thing can't be linked to itself.")
    return item, other


@handles("thing.links")
async def tell_links(task: Task, command: Command) -> Answer:
    """List a thing's links: all, or one relation, read from either end."""
    slots = command.slots
    item = await resolve_one(task, slots["thing"])
    asked, kind = (
        _asked(slots.get("relation", ""), outward=slots.get("from_it", False)),
        slots.get("kind", ""),
    )
    links = await in_database(links_of, task.pack.access, item.id)
    found = [one for one in links if _fits(one, asked) and kind in ("", "thing", one.kind)]
    kept = [KeptThing(one.kind, one.id, one.title) for one in found]
    items = await in_database(load_kept, task.pack.access, kept)
    task.run.touched[:] = [item.kept]
    if not items:
        return Answer(_nothing(bold(item.title), asked, kind))
    lead = _lead(bold(item.title), asked)
    return numbered_list(lead, items, task.today, home=task.pack.focus.project_id is None)


def _asked(relations: str, *, outward: bool) -> Sequence[_End]:
    """Return the relations asked for, from the thing if `outward`, else towards it. Empty means any.

    Relations are separated by '|'. '~' marks one seen from its other end.
    """
    if relations in ("", _ANY):
        return ()
    ends = relations.split("|")
    return [_End(one.removeprefix("~"), outward != one.startswith("~")) for one in ends]


def _fits(link: Link, asked: Sequence[_End]) -> bool:
    return not asked or _End(link.relation, link.forward) in asked


def _nothing(title: str, asked: Sequence[_End], kind: str) -> str:
    if not asked:
        what = f"No {kind}" if kind and kind != "thing" else "Nothing"
        return f"{what} is linked to {title}."
    said = _in_words(asked[0].relation)
    return (
        f"{title} {said} nothing that's linked here."
        if asked[0].forward
        else f"Nothing linked here {said} {title}."
    )


def _lead(title: str, asked: Sequence[_End]) -> str:
    if not asked:
        return f"Linked to {title}:"
    relation, forward = asked[0]
    return f"{title} {_in_words(relation) if forward else BACKWARD[relation]}:"


def _in_words(relation: str) -> str:
    return relation.replace("_", " ")
