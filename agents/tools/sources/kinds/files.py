"""Uploaded files, or a project's documents: reports new and changed ones."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from agents.tools.sources.items import LONGEST_TEXT, LONGEST_TITLE, CheckResult, Item
from agents.tools.sources.kinds.base import Kind, Settings
from agents.tools.sources.plain import to_one_line
from intent.sentences.titles import normalise
from omniforge.errors import InvalidInput
from omniforge.files.models import StoredFile
from omniforge.files.selectors import own_files
from omniforge.projects.models import Document
from omniforge.projects.selectors import find_documents, find_projects
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_MOST = 100  # newest files
_KILOBYTE = 1_024


def prepare(given: dict[str, Any], access: Access) -> dict[str, Any]:
    """Return the settings of a folder. Raises InvalidInput by field."""
    names, project = (str(given.get(field) or "").strip() for field in ("names", "project"))
    if not project:
        return {"names": names, "project": "", "title": ""}
    found = next((one for one in find_projects(access) if normalise(one.name) == normalise(project)), None)
    if found is None:
        raise InvalidInput.of(
            "project", gettext("There is no project %(project)s here. Check its name.") % {"project": project}
        )
    return {"names": names, "project": str(found.pk), "title": found.name}


async def _look(settings: Settings, access: Access) -> CheckResult:
    items = await in_database(_items, settings, access)
    fitting = [item for item in items if _fits(item.title, settings["names"])]
    return CheckResult(fitting, title=settings["title"] or "uploads")


def _items(settings: Settings, access: Access) -> Sequence[Item]:
    if not settings["project"]:
        files = own_files(access).filter(written_by_agent=False)
        return [_of_file(file) for file in files[:_MOST]]
    if not find_projects(access).filter(pk=settings["project"]).exists():
        said = gettext("The project %(title)s is gone. Restore it from the trash.")
        raise ToolFailed(said % {"title": settings["title"]})
    documents = find_documents(access).filter(project_id=settings["project"])
    return [_of_document(document) for document in documents[:_MOST]]


def _of_file(file: StoredFile) -> Item:
    size = f"{max(1, round(file.size / _KILOBYTE)):,} KB"
    return Item(str(file.pk), file.name[:LONGEST_TITLE], text=size, at=file.created_at)


def _of_document(document: Document) -> Item:
    text = to_one_line(document.description or document.content, LONGEST_TEXT)
    key, title = f"{document.pk}:{document.version}", document.title[:LONGEST_TITLE]
    return Item(key, title, text=text, at=document.updated_at)


def _fits(name: str, pattern: str) -> bool:
    return not pattern or fnmatchcase(name.casefold(), pattern.casefold())


def _where(settings: Settings) -> str:
    which = gettext("the files that each person uploads")
    if settings["project"]:
        which = gettext("documents of %(title)s") % {"title": settings["title"]}
    return f"{which}, {settings['names']}" if settings["names"] else which


FILES = Kind("files", gettext_noop("Files"), _look, _where, prepare=prepare, keeps=False)
