"""Lists of projects and of their documents."""

from collections import Counter

from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.listers.listed import EVERYWHERE, WORKSPACE, Listed, Wanted, page
from agents.tools.listers.work import linked_to
from agents.tools.named_things import Ref
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty, links_of_many, local_day, project_row, shorten
from agents.tools.workspace.paths import Placed, placed_documents
from intent.sentences.titles import normalise
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Project, ProjectState
from omniforge.projects.selectors import find_entities, find_projects

_ENDS = (ProjectState.COMPLETED, ProjectState.CANCELLED)
_DONE = RULES[Kind.TASK].ends


def projects(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return projects, each with its number of open tasks."""
    given, states = wanted.conditions, tuple(ProjectState.values)
    found = find_projects(context.access)
    if (chosen := given.states(states, _ENDS, "project")) is not None:
        found = found.filter(state__in=chosen)
    fitting = [one for one in found if given.has_title(one.name)]
    if wanted.order == "title":
        fitting.sort(key=lambda one: normalise(one.name))
    if wanted.order == "created":
        fitting.sort(key=lambda one: one.created_at, reverse=True)
    shown = [one.pk for one in fitting[wanted.start : wanted.start + wanted.limit]]
    tasks = find_entities(context.access, Kind.TASK).filter(project_id__in=shown).exclude(state__in=_DONE)
    open_tasks = Counter(tasks.order_by().values_list("project_id", flat=True))

    def row(project: Project) -> Row:
        return {**project_row(project, context.now), "open_tasks": open_tasks[project.pk]}

    return page(WORKSPACE, fitting, wanted, row)


def documents(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return documents with their paths: in tree order for one project, else newest first."""
    if wanted.conditions["state"]:
        raise ToolFailed("A document has no state but 'deleted'. Leave it out.")
    home = resolver.home(wanted.project)
    homes = [home] if home else []
    rows = find_projects(context.access)
    rows = rows.filter(pk__in=[one.id for one in homes]) if homes else rows
    found = [(project, placed) for project in rows for placed in placed_documents(project)]
    found = [one for one in found if wanted.conditions.has_title(one[1].title.title)]
    if wanted.conditions["linked_to"]:
        linked = set(linked_to(resolver, wanted.conditions["linked_to"], wanted.project))
        found = [one for one in found if one[1].id in linked]
    if not home:
        found.sort(key=lambda one: one[1].title.updated_at, reverse=True)
    if wanted.order == "title":
        found.sort(key=lambda one: normalise(one[1].title.title))
    shown = [one[1].id for one in found[wanted.start : wanted.start + wanted.limit]]
    links = links_of_many(context.access, shown)

    def row(one: tuple[Project, Placed]) -> Row:
        return {
            **_document_row(one[1], home, one[0], links.get(one[1].id, [])),
            "updated": local_day(one[1].title.updated_at, context.now),
        }

    return page(home.title if home else EVERYWHERE, found, wanted, row)


def _document_row(placed: Placed, home: Ref | None, project: Project, links: list[str]) -> Row:
    title, document_id = placed.title, placed.id
    return drop_empty(
        {
            "id": str(document_id),
            "title": title.title,
            "path": placed.words if len(placed.path) > 1 else "",
            "project": "" if home else project.name,
            "description": shorten(title.description),
            "characters": title.content_length,
            "links": links,
        }
    )
