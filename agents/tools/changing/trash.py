"""Things in the trash, by name or id, and those that went there with their project."""

from collections.abc import Collection, Iterator
from typing import TypeGuard
from uuid import UUID

from django.db.models import Q

from agents.failures import ToolFailed
from agents.tools.changing.deleted import Deletion, Kept, deletions
from agents.tools.named_things import DOCUMENT, OF_DOCUMENTS, OF_PROJECTS, OF_WORK, PROJECT, WORK, Ref
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import normalise
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.representation import name_of, type_of
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access

_LOOKED_AT = 1_000
_TOLD = 10
_BACK = "A list with state 'deleted' shows what is in the trash, change (restore) brings it back."
_WITH_PROJECT = (
    "It comes back only with that project. In one batch of change: restore the project, move work that is "
    "wanted to another one, delete the project again."
)


def find_deleted(scope: Scope, words: str, kind: str | None, project: Ref | None) -> Ref:
    """Return the deleted thing of this name or id, of several the last deleted. Raises ToolFailed.

    What went with its project comes back with it alone.
    """
    known = [one for one in list_deleted(scope.access, project) if kind in (None, one.kind)]
    thing_id = as_id(words)
    for one in known:
        if one.id == thing_id or normalise(one.title) == normalise(words):
            return one
    names = ", ".join(f"{one.kind} '{one.title}'" for one in known[:_TOLD]) or "nothing"
    last = _last_deleted(scope, words, (kind,) if kind else (DOCUMENT, *WORK))
    gone = _told(*last) if last and _is_in_deleted(last[0]) else ""
    place = f"the trash of {project.title}" if project else "the trash"
    said = gone or f"'{words}' is not in {place}. What is there: {names}."
    raise ToolFailed(said, outside=bool(known or gone))


def list_deleted(access: Access, project: Ref | None) -> Iterator[Ref]:
    """Yield deleted things of one project or all: work, documents, projects, each newest first."""
    gone = {"deleted_at__isnull": False}
    within = gone | ({"project_id": project.id} if project else {})
    entities = find_entities(access, deleted=True).filter(**within).order_by("-deleted_at")[:_LOOKED_AT]
    yield from OF_WORK.refs(entities)
    documents = find_documents(access, deleted=True).filter(**within).order_by("-deleted_at")[:_LOOKED_AT]
    yield from OF_DOCUMENTS.refs(documents)
    projects = find_projects(access, deleted=True).filter(**gone).order_by("-deleted_at")[:_LOOKED_AT]
    yield from OF_PROJECTS.refs(projects)


def in_trash(access: Access, kinds: Collection[str], home: UUID | None = None) -> Iterator[Kept]:
    """Yield what was deleted by itself or with its project, of these kinds, in one project or all."""
    gone = Q(deleted_at__isnull=False) | Q(project__deleted_at__isnull=False)
    of = {"tenant_id": access.tenant_id} | ({"project_id": home} if home else {})
    if PROJECT in kinds:
        yield from find_projects(access, deleted=True).filter(deleted_at__isnull=False)[:_LOOKED_AT]
    if DOCUMENT in kinds:
        documents = Document.objects.filter(gone, **of).select_related("project").defer("content")
        yield from documents.order_by("-id")[:_LOOKED_AT]
    if work := [kind for kind in kinds if kind in WORK]:
        entities = Entity.objects.filter(gone, kind__in=work, **of).select_related("project")
        yield from entities.order_by("-id")[:_LOOKED_AT]


def told_of_deleted(scope: Scope, words: str, kinds: Collection[str]) -> str:
    """Say when and by whom a thing of this name or id was deleted, the last if several, else nothing."""
    last = _last_deleted(scope, words, kinds)
    return _told(*last) if last else ""


def _last_deleted(scope: Scope, words: str, kinds: Collection[str]) -> tuple[Kept, Deletion] | None:
    named = [one for one in in_trash(scope.access, kinds) if _is_called(words, one)]
    gone = deletions(scope.access, named, scope.now) if named else {}
    last = max(named, key=lambda one: gone[one.pk].said, default=None)
    return (last, gone[last.pk]) if last else None


def _told(thing: Kept, deletion: Deletion) -> str:
    """Say how a thing was deleted, and how it comes back."""
    said, home = deletion
    how = f"went with the project '{home}', deleted" if home else "was deleted"
    if home:
        back = _WITH_PROJECT
    elif _is_in_deleted(thing):
        back = f"Restore its project '{thing.project.name}' first."
    else:
        back = _BACK
    return f"The {type_of(thing)} '{name_of(thing)}' {how} {said}. {back}"


def _is_in_deleted(thing: Kept) -> TypeGuard[Document | Entity]:
    """Return whether a thing's project is in the trash as well."""
    return not isinstance(thing, Project) and thing.project.deleted_at is not None


def _is_called(words: str, one: Kept) -> bool:
    return normalise(name_of(one)) == normalise(words) or one.pk == as_id(words)
