"""Things in the trash, by name or id."""

from collections.abc import Iterator

from agents.failures import ToolFailed
from agents.tools.named_things import OF_DOCUMENTS, OF_PROJECTS, OF_WORK, Ref
from intent.sentences.titles import normalise
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access

_LOOKED_AT = 1_000
_TOLD = 10


def find_deleted(access: Access, words: str, kind: str | None, project: Ref | None) -> Ref:
    """Return the deleted thing of this name or id, of several the last deleted. Raises ToolFailed."""
    known = [one for one in list_deleted(access, project) if kind in (None, one.kind)]
    thing_id = as_id(words)
    for one in known:
        if one.id == thing_id or normalise(one.title) == normalise(words):
            return one
    names = ", ".join(f"{one.kind} '{one.title}'" for one in known[:_TOLD]) or "nothing"
    raise ToolFailed(f"'{words}' is not in the trash. What is there: {names}.", outside=bool(known))


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
