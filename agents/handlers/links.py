"""Links things, takes links away, and tells what is linked with what."""

from agents.context.kept import KeptThing
from agents.handlers.items import PROJECT, Item, load_kept
from agents.handlers.registry import handles
from agents.handlers.targets import the_one
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.things import link_operation
from agents.handlers.wording import bold, names, numbered_list
from agents.tools.workspace.linked import Link, links_of
from intent.commands import Command
from omniforge.storage.database import in_database

_ANY = "relates_to"
_BACKWARD = {
    "threatens": "is threatened by",
    "blocks": "is blocked by",
    "depends_on": "is needed by",
    "supports": "is supported by",
    "mitigates": "is mitigated by",
    "satisfies": "is satisfied by",
}


@handles("thing.link", "thing.unlink")
async def link(task: Task, command: Command) -> Answer:
    """Link two things, or take their link away."""
    op = command.name.removeprefix("thing.")
    item, other = await _ends(task, command)
    relation = command.slots.get("relation", "")
    relation = "" if relation == _ANY else relation
    links = await in_database(links_of, task.pack.access, item.id)
    task.run.touched[:] = [item.kept]
    if op == "link" and any(one.id == str(other.id) and _fits(one, relation, outward=True) for one in links):
        return Answer(f"{names([item.title, other.title])} are linked already.")
    given = await task.call("change", operations=[link_operation(str(item.id), str(other.id), relation, op)])
    said = given["done"][0]["link"] if given["done"] else ""
    verb = "Linked" if op == "link" else "Unlinked"
    how = (
        said.removeprefix(item.title).removesuffix(other.title).strip().replace("_", " ")
        if op == "link"
        else ""
    )
    middle = f" {how} " if how and how != "relates to" and said.startswith(item.title) else " and "
    if middle == " and ":
        return Answer(f"{verb} {names([item.title, other.title])}.")
    return Answer(f"{verb}: {bold(item.title)}{middle}{bold(other.title)}.")


async def _ends(task: Task, command: Command) -> tuple[Item, Item]:
    item = await the_one(task, command.slots["thing"])
    other = await the_one(task, command.slots["other"], "other")
    if PROJECT in (item.kind, other.kind):
        raise NoSuchTarget("A project can't be linked: what belongs to it stands in it.")
    if item.id == other.id:
        raise NoSuchTarget("A thing can't be linked to itself.")
    return item, other


@handles("thing.links")
async def tell_links(task: Task, command: Command) -> Answer:
    """Tell what a thing is linked to: all of it, or one kind of link, read from either end."""
    slots = command.slots
    item = await the_one(task, slots["thing"])
    links = await in_database(links_of, task.pack.access, item.id)
    wanted, kind = slots.get("relation", ""), slots.get("kind", "")
    outward = command.slots.get("from_it", False)
    found = [one for one in links if _fits(one, wanted, outward) and kind in ("", "thing", one.kind)]
    items = await in_database(
        load_kept, task.pack.access, [KeptThing(one.kind, one.id, one.title) for one in found]
    )
    task.run.touched[:] = [item.kept]
    return _told(task, item, items, wanted, kind, outward=outward)


def _fits(link: Link, wanted: str, outward: bool) -> bool:
    """Return whether a link is one asked for; `outward` if it is asked for from the thing itself."""
    if wanted in ("", _ANY):
        return True
    if "|" in wanted:
        return any(_fits(link, one, outward) for one in wanted.split("|"))
    relation, turned = wanted.removeprefix("~"), wanted.startswith("~")
    return link.relation == relation and link.forward == (outward != turned)


def _told(task: Task, item: Item, items: list[Item], wanted: str, kind: str, *, outward: bool) -> Answer:
    wanted = wanted.partition("|")[0]
    relation = wanted.removeprefix("~")
    plain_link = wanted in ("", _ANY)
    forward = outward != wanted.startswith("~")
    if not items and plain_link:
        what = f"No {kind}" if kind and kind != "thing" else "Nothing"
        return Answer(f"{what} is linked to {bold(item.title)}.")
    said = _in_words(relation)
    if not items:
        title = bold(item.title)
        none = (
            f"{title} {said} nothing that's linked here" if forward else f"Nothing linked here {said} {title}"
        )
        return Answer(f"{none}.")
    said = said if forward else _BACKWARD.get(relation, f", {said}")
    lead = (
        f"Linked to {bold(item.title)}:" if plain_link else f"{bold(item.title)} {said}:".replace(" ,", ",")
    )
    return numbered_list(lead, items, task.today, home=task.pack.focus.project_id is None)


def _in_words(relation: str) -> str:
    return relation.replace("_", " ")
