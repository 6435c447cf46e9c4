"""Lists what is in the trash as it was, with what went there along with its project."""

from agents.tools.changing.deleted import Deletion, Kept, deletions
from agents.tools.changing.gone_with import contents_of
from agents.tools.changing.trash import find_deleted, in_trash
from agents.tools.context import CallContext
from agents.tools.listers.listed import Listed, Wanted, page
from agents.tools.listers.work import assigned_to
from agents.tools.named_things import IN_PROJECTS, PROJECT, WORK, Ref
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, drop_empty, entity_row, project_row, shorten
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.representation import name_of

_KINDS = (PROJECT, *IN_PROJECTS)
_CONDITIONS = ("state", "title")


def is_wanted(wanted: Wanted) -> bool:
    """Return whether a list is of the trash."""
    return wanted.kind in _KINDS and str(wanted.conditions["state"]).strip().lower() == "deleted"


def trash(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    """Return deleted things, the last deleted first. The project may be deleted as well."""
    own = ("assignee",) if wanted.kind in WORK else ()
    wanted.conditions.require((*_CONDITIONS, *own), f"deleted {wanted.kind}")
    home = _home(wanted.project, resolver) if wanted.kind != PROJECT else None
    found = [
        one
        for one in in_trash(context.access, (wanted.kind,), home.id if home else None)
        if _fits(one, wanted, context)
    ]
    gone = deletions(context.access, found, context.now)
    found.sort(key=lambda one: gone[one.pk].said, reverse=True)
    place = f"the trash of {home.title}" if home else "the trash"
    contents = contents_of(context.access, [one.pk for one in found if isinstance(one, Project)])
    known = {"project"} if home else set[str]()

    def row(one: Kept) -> Row:
        told = _row(one, gone[one.pk], contents.get(one.pk, ""), context)
        return {name: value for name, value in told.items() if name not in known}

    return page(place, found, wanted, row)


def _home(words: str, resolver: Resolver) -> Ref | None:
    if words and not resolver.resolve(words, (PROJECT,)).found:
        return find_deleted(resolver.scope, words, PROJECT, None)
    return resolver.home(words)


def _fits(one: Kept, wanted: Wanted, context: CallContext) -> bool:
    name = wanted.conditions["assignee"]
    theirs = not name or (isinstance(one, Entity) and assigned_to(name, context.access)(one))
    return theirs and wanted.conditions.has_title(name_of(one))


def _row(one: Kept, deletion: Deletion, contents: str, context: CallContext) -> Row:
    went = f", with the project '{deletion.home}'" if deletion.home else ""
    held = drop_empty({"with_it": contents})
    return _as_it_was(one, context) | held | {"deleted": f"{deletion.said}{went}"}


def _as_it_was(one: Kept, context: CallContext) -> Row:
    if isinstance(one, Project):
        return project_row(one, context.now)
    if not isinstance(one, Document):
        return entity_row(one, now=context.now, project=one.project.name)
    told = {"title": one.title, "project": one.project.name, "description": shorten(one.description)}
    return drop_empty({"id": str(one.pk), **told, "characters": one.content_length})
