"""Reads a task, goal … with its links, and a project with its contents."""

from collections import Counter

from agents.tools.context import CallContext
from agents.tools.named_things import Ref
from agents.tools.reading.changes import latest_changes
from agents.tools.reading.part import Part, Reading
from agents.tools.rows import Row, drop_empty, entity_row, local
from agents.tools.texts import Texts
from agents.tools.workspace.linked import links_of
from agents.tools.workspace.paths import placed_documents
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import DocumentRole
from omniforge.projects.selectors import find_documents, find_entities, get_project, get_thing
from omniforge.storage.database import in_database

_CONTEXT = 4_000  # characters
_DOCUMENTS = 100  # documents listed for a project
_CHANGES, _LATEST, _MOST_CHANGES = "changes", 12, 200


async def read_work(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a task, goal, plan, milestone, risk or requirement in full."""
    return await in_database(_work, ref, context)


def _work(ref: Ref, context: CallContext) -> Reading:
    entity = get_thing(context.access, Kind(ref.kind), ref.id)
    row = entity_row(entity, now=context.now, project=entity.project.name)  # type: ignore[arg-type]
    linked = [
        {
            "relation": link.relation,
            "direction": "this to other" if link.forward else "other to this",
            "kind": link.kind,
            "title": link.title,
            "id": link.id,
        }
        for link in links_of(context.access, entity.pk)
    ]
    updated = local(entity.updated_at, context.now)
    fields = drop_empty({**row, "description": entity.description, "links": linked, "updated": updated})
    return Reading(ref.kind, str(entity.pk), entity.title, _bare(fields), texts=Texts([entity.pk]))


async def read_project(ref: Ref, part: Part, context: CallContext) -> Reading:
    """Return a project's context, documents, amounts of work by kind and latest changes. With the part
    'changes', return only changes, further back.
    """
    return await in_database(_changes if part.name == _CHANGES else _project, ref, context)


def _changes(ref: Ref, context: CallContext) -> Reading:
    project = get_project(context.access, ref.id)
    told = latest_changes(context, project, _MOST_CHANGES)
    texts = Texts([project.pk, *told.things])
    fields = {_CHANGES: told.lines, **({"earlier_changes": "left out"} if told.has_earlier else {})}
    return Reading("project", str(project.pk), project.name, fields, texts=texts)


def _project(ref: Ref, context: CallContext) -> Reading:
    project = get_project(context.access, ref.id)
    anchor = find_documents(context.access).filter(project=project, role=DocumentRole.CONTEXT).first()
    documents = [placed.words for placed in placed_documents(project)]
    kinds = find_entities(context.access).filter(project=project).order_by().values_list("kind", "state")
    latest = latest_changes(context, project, _LATEST)
    fields = drop_empty(
        {
            "state": project.state,
            "description": project.description,
            "context": _beginning(anchor.content) if anchor else "",
            "documents": documents[:_DOCUMENTS],
            "more_documents": max(0, len(documents) - _DOCUMENTS) or None,
            "work": _counts(Counter(kinds)),
            "latest_changes": latest.lines,
            "earlier_changes": f"part '{_CHANGES}' has them" if latest.has_earlier else "",
        }
    )
    texts = Texts([project.pk, *latest.things])
    return Reading("project", str(project.pk), project.name, fields, texts=texts)


def _beginning(context: str) -> str:
    """Return as much of a context document as fits. It can also be read by itself."""
    return context if len(context) <= _CONTEXT else f"{context[:_CONTEXT]}… (read the document for the rest)"


def _counts(counted: Counter[tuple[str, str]]) -> dict[str, str]:
    """Return counts in words: {'task': '5 open, 12 in all'}."""
    totals: dict[str, list[int]] = {}
    for (kind, state), number in counted.items():
        total = totals.setdefault(kind, [0, 0])
        total[0] += number if state not in RULES[Kind(kind)].ends else 0
        total[1] += number
    return {kind: f"{still} open, {every} in all" for kind, (still, every) in totals.items()}


def _bare(fields: Row) -> Row:
    return {name: value for name, value in fields.items() if name not in ("id", "kind", "title")}
