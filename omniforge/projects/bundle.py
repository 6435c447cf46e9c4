"""The project data of a turn's focus, read in one database visit and cached until it changes.

`Project.changes` identifies the state of a project. A bundle is read again after any change in its project,
whichever process made it. Otherwise it costs one query (seed 003, sections 5 and 11).
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from itertools import groupby
from threading import Lock
from typing import Any, NamedTuple, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary
from zoneinfo import ZoneInfo

from omniforge.projects.cards import ProjectCard
from omniforge.projects.focus import Focus
from omniforge.projects.kinds import RULES
from omniforge.projects.models import Document, DocumentRole, Entity, Project, Version
from omniforge.projects.representation import represent
from omniforge.projects.selectors import (
    edges_of,
    find_entities,
    find_projects,
    get_project,
    get_thing,
    history,
)
from omniforge.projects.titles import Title, titles_of
from omniforge.projects.tree import Structure, path_of
from omniforge.tenants.access import Access
from omniforge.tenants.selectors import zone_of

_PROJECTS = 20
_WORK = 200
_ACTIVITY = 16
_BUNDLES = 128
Found = TypeVar("Found")


class Work(NamedTuple):
    """The summary of an entity. `due_on` is an ISO date or empty."""

    id: UUID
    kind: str
    title: str
    state: str
    priority: int | None
    due_on: str
    assignee: str = ""


class Link(NamedTuple):
    """A link, seen from one of its ends."""

    relation: str
    kind: str
    title: str


class Deed(NamedTuple):
    """What was done to some things in the same minute by the same hand. `change` is one of its changes."""

    when: str
    action: str
    things: tuple[str, ...]
    change: Version


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)  # compared by identity
class Bundle:
    """The data of a focus: all projects as summaries, or one project with its contents.

    `anchor` is the text of the project's context document. `open` is its unfinished work, `activity` its
    latest changes. `thing` is the entity or document in focus as clients see it, `path` the titles
    above a document, from the top.
    """

    focus: Focus
    projects: tuple[ProjectCard, ...] = ()
    project: ProjectCard | None = None
    structure: Structure = field(default_factory=dict)
    titles: Mapping[UUID, Title] = field(default_factory=dict)
    anchor: str = ""
    open: tuple[Work, ...] = ()
    activity: tuple[Deed, ...] = ()
    thing: Mapping[str, Any] | None = None
    path: tuple[str, ...] = ()
    linked: tuple[Link, ...] = ()


def once_per_bundle(read: Callable[[Bundle], Found]) -> Callable[[Bundle], Found]:
    """Decorator: cache a function of a bundle for the bundle's lifetime."""
    kept: WeakKeyDictionary[Bundle, Found] = WeakKeyDictionary()

    @wraps(read)
    def found(bundle: Bundle) -> Found:
        if bundle not in kept:
            kept[bundle] = read(bundle)
        return kept[bundle]

    return found


_kept: OrderedDict[tuple[UUID, Focus], tuple[int, Bundle]] = OrderedDict()
_lock = Lock()


def load_bundle(access: Access, focus: Focus) -> Bundle:
    """Return the bundle of a focus. Raises NotFound if its project or object is missing."""
    if focus.project_id is None:
        return Bundle(focus, projects=tuple(card_of(one) for one in find_projects(access)[:_PROJECTS]))
    project, key = get_project(access, focus.project_id), (access.tenant_id, focus)
    changes, kept = _kept.get(key, (-1, None))
    if kept and changes == project.changes:
        return kept
    bundle = _read(access, project, focus)
    with _lock:
        _kept[key] = (project.changes, bundle)
        _kept.move_to_end(key)
        while len(_kept) > _BUNDLES:
            _kept.popitem(last=False)
    return bundle


def _read(access: Access, project: Project, focus: Focus) -> Bundle:
    titles = titles_of(project)
    thing = get_thing(access, focus.kind, focus.thing_id) if focus.kind and focus.thing_id else None
    above = path_of(project.doc_structure, thing.pk)[:-1] if isinstance(thing, Document) else ()
    return Bundle(
        focus,
        project=card_of(project),
        structure=project.doc_structure,
        titles=titles,
        anchor=_anchor(project),
        open=_open_work(access, project),
        activity=tuple(_activity(access, project)),
        thing=represent(thing) if thing else None,
        path=tuple(titles[one].title for one in above if one in titles),
        linked=_linked(access, thing.pk, titles) if thing else (),
    )


def card_of(project: Project) -> ProjectCard:
    """Return the summary of a project."""
    return ProjectCard(project.pk, project.name, project.description, project.state)


def _anchor(project: Project) -> str:
    context = Document.objects.filter(project_id=project.pk, role=DocumentRole.CONTEXT, deleted_at=None)
    return context.values_list("content", flat=True).first() or ""


def _open_work(access: Access, project: Project) -> tuple[Work, ...]:
    ended = {state for rules in RULES.values() for state in rules.ends}
    unfinished = find_entities(access).filter(project_id=project.pk).exclude(state__in=ended)
    return tuple(_work(entity) for entity in unfinished.defer("description")[:_WORK])


def _work(entity: Entity) -> Work:
    due = entity.due_on.isoformat() if entity.due_on else ""
    assignee = str(entity.fields.get("assignee") or "")
    return Work(entity.pk, entity.kind, entity.title, entity.state, entity.priority, due, assignee)


def _activity(access: Access, project: Project) -> Iterable[Deed]:
    """Yield recent deeds, those of one hand and minute as one. Links are included for listed objects only,
    and changes of the document tree are skipped.
    """
    changes = history(access, project.pk).exclude(entity_type="edge").defer("patch", "inverse", "place")
    latest = list(changes[:_ACTIVITY])
    about = {one.batch for one in latest if one.entity_type != "project"}
    telling = (one for one in latest if one.entity_type != "project" or one.batch not in about)
    zone = zone_of(access.tenant_id)
    for (when, action, *_), found in groupby(telling, key=partial(_occasion, zone=zone)):
        versions = list(found)
        things = dict.fromkeys(f"{one.entity_type} '{one.name}'" for one in versions)
        yield Deed(when, action, tuple(things), versions[0])


def _occasion(version: Version, zone: ZoneInfo) -> tuple[str, str, UUID | None, UUID | None]:
    at = version.created_at.astimezone(zone)
    return f"{at:%Y-%m-%d %H:%M}", str(version.action), version.changed_by_id, version.turn_id


def _linked(access: Access, thing_id: UUID, titles: Mapping[UUID, Title]) -> tuple[Link, ...]:
    edges = list(edges_of(access, thing_id))
    ends = {edge.pk: edge.other_end(thing_id) for edge in edges}
    entities = find_entities(access).filter(pk__in=[end for _, end in ends.values()])
    names = dict(entities.values_list("id", "title"))
    return tuple(
        Link(edge.relation, kind, titles[end].title if end in titles else names.get(end, ""))
        for edge in edges
        for kind, end in [ends[edge.pk]]
    )
