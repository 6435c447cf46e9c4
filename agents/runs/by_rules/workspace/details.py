"""What rules tell of one thing: how a project stands, what a document says, what is known of a task."""

from collections.abc import Sequence

from agents.counting import counted
from agents.events import Operation
from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.calling import look
from agents.runs.by_rules.workspace.finding import find
from agents.runs.by_rules.workspace.matching import meant, ordinal, parts_of
from agents.runs.by_rules.workspace.news import recent_changes
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.telling import due_soon, line, listing, standing
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.text_work import summarise
from agents.workspace.reading.wishes import Look, Reference
from omniforge.database import in_database
from omniforge.projects.kinds import Kind
from omniforge.projects.services import EntityService


async def tell_of_one(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """Tell of one project or thing, by its words or its place in the list shown last; of several, where the
    words name several. Raises Unclear, ToolFailed.
    """
    reference = wanted.target
    found = _named(at, reference)
    if found:
        things = [found[0] if len(found) == 1 else at.ask("which", found, "Which one do you mean?")]
    else:
        parts = [_named(at, Reference(part, reference.kind)) for part in parts_of(reference.words)]
        things = [part[0] for part in parts if len(part) == 1]
        if not things or len(things) < len(parts):
            return await _speaking_of(run, at, reference)
    answers = [await details(run, at, one, number) for number, one in enumerate(things, 1)]
    run.touched[:] = [one.kept() for one in things]
    return Shown("\n\n".join(one.text for one in answers))


async def _speaking_of(run: RunContext, at: Situation, reference: Reference) -> Shown:
    """Tell what speaks of that which nothing is called; of a kind that is named only what comes near."""
    if reference.kind:
        return Shown(f"{at.no_such(reference)}.{at.close_to(reference)}")
    return await find(run, at, reference, at.about)


def _named(at: Situation, reference: Reference) -> Sequence[Thing]:
    place = ordinal(reference.words)
    listed = at.still(at.listed, reference.kind)
    if place is not None and -1 <= place < len(listed):
        return [listed[place]]
    projects = meant(Reference(reference.words, "project"), at.stock.projects)
    return (projects if reference.kind in ("", "project") else []) or meant(reference, at.things)


async def details(run: RunContext, at: Situation, thing: Thing, number: int = 1) -> Shown:
    """Tell of one thing; `number` is that of a document among the sources."""
    if thing.kind == "project":
        return await _of_project(run, at, thing)
    if thing.kind == Kind.DOCUMENT:
        return await _of_document(run, thing, number)
    return await _of_entity(run, at, thing)


async def _of_project(run: RunContext, at: Situation, project: Thing) -> Shown:
    inside = at.stock.within(project.id).things
    documents = sum(one.kind == "document" for one in inside)
    head = f"{standing(at, project)} {counted(documents, 'document')}."
    since = await in_database(recent_changes, run.pack.access, project, run.pack.now)
    return listing(run, at, head, due_soon(at, inside), since)


async def _of_document(run: RunContext, document: Thing, number: int) -> Shown:
    """Tell of a document in its own sentences, which cite it."""
    text = (await look(run, "read_document", document=str(document.id)))["text"]
    title = f"**{plain(document.title)}**"
    if not text.strip():
        return Shown(f"{title} is empty.")
    return Shown(f"{title} in its own sentences [{number}]:\n\n{summarise(text)}")


async def _of_entity(run: RunContext, at: Situation, thing: Thing) -> Shown:
    run.channel.send(Operation("read", thing.kind, thing.title, "done", str(thing.id)))
    entity = await in_database(EntityService(run.pack.access, Kind(thing.kind)).read, thing.id)
    head, state = line(at, thing), thing.state.replace("_", " ")
    head += "." if state in head else f". It is {state}."
    own = "\n".join(f"- {name}: {_in_words(value)}" for name, value in entity.fields.items())
    return Shown("\n\n".join(part for part in (head, own, plain(entity.description)) if part))


def _in_words(value: str | float) -> str:
    """Return the value of a kind's own field; a number there is a share of one."""
    return plain(value) if isinstance(value, str) else f"{value:.0%}"
