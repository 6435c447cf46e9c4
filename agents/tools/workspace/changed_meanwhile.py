"""What else was changed in a document since a run has read it, so that it isn't overwritten unseen.

Of a document that the run only found, or read before it waited or in an earlier turn, the changes since the
turn and the run began count. Those of other turns of the same talk don't: a message that came while one of
them was at work has an earlier time than its changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from agents.context.changers import changers_of
from agents.failures import ToolFailed
from agents.models import ToolCallRecord
from agents.tools.context import CallContext
from agents.tools.differing import before_and_after
from agents.tools.rows import local
from omniforge.projects.models import Document, Version
from omniforge.projects.representation import fields_of
from omniforge.projects.selectors import find_versions
from omniforge.storage.ids import as_id, made_at
from omniforge.tenants.access import Access

PartOf = Callable[[str], str]  # the part of a document's text that a call overwrites
_QUOTED = 8_000  # characters of the text that a refusal quotes
_LOOK = "Read it again before you write over it."


class ChangedMeanwhile(ToolFailed):
    """A document was changed since the run has read it. The same call may pass once the run knows it."""

    def __init__(self, message: str, for_model: str) -> None:
        super().__init__(message, for_model=for_model, outside=True, transient=True)


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The text that the run has read, and who changed it, in words. Only own text is quoted."""

    text: str
    who: str
    told: str
    is_own: bool


def changed_meanwhile(context: CallContext, document: Document) -> Meanwhile | None:
    """Return what was changed since the run has read a document, None if nothing was."""
    rows = _unseen(context, document).select_related("changed_by").order_by("number")
    changes = [one for one in rows if "content" in fields_of(one.inverse)]
    before = str(fields_of(changes[0].inverse)["content"]) if changes else document.content
    if before == document.content:
        return None
    is_own = all(_is_by_hand(one, context.access) for one in changes)
    told = before_and_after(before, document.content) if is_own else _LOOK
    return Meanwhile(before, _who(changes, context), told, is_own)


def _unseen(context: CallContext, document: Document) -> QuerySet[Version]:
    later = find_versions(context.access).filter(entity_type="document", entity_id=document.pk)
    if document.pk in context.seen:
        return later.filter(number__gt=context.seen[document.pk])
    calls = ToolCallRecord.objects.filter(tenant_id=context.access.tenant_id, run_id=context.run_id)
    first = calls.order_by("id").values_list("created_at", flat=True).first() if context.run_id else None
    began = min(filter(None, (first, made_at(context.turn_id))), default=None)
    here = {context.turn_id, *map(as_id, (*context.changed_turns, context.undone_in))} - {None}
    return later.filter(created_at__gt=began).exclude(turn_id__in=here) if began else later.none()


def require_seen(context: CallContext, document: Document, part: PartOf = str) -> None:
    """Raise ChangedMeanwhile if the part that a call overwrites was changed since the run has read it."""
    since = changed_meanwhile(context, document)
    now = part(document.content)
    if since is None or part(since.text) == now:
        return
    said = f"Nothing was changed: '{document.title}' was changed in the meantime, by {since.who}."
    if not since.is_own:
        raise ChangedMeanwhile(said, f"{said} {_LOOK}")
    context.seen[document.pk] = document.version
    text = now if len(now) <= _QUOTED else f"{now[:_QUOTED]}…"
    quoted = f"{since.told}\nWhat you would overwrite reads now:\n{text or '(nothing)'}"
    advice = "Write again so that this stays, unless the person wants it gone."
    raise ChangedMeanwhile(said, f"{said} {quoted}\n{advice}")


def note_of(context: CallContext, document: Document) -> str | None:
    """Say what was changed elsewhere in a document that a call writes to: it stays. None if nothing was."""
    since = changed_meanwhile(context, document)
    if since is None:
        return None
    if since.is_own:
        context.seen[document.pk] = document.version
    return f"In the meantime it was changed elsewhere, which stays, by {since.who}: {since.told}"


def _is_by_hand(version: Version, access: Access) -> bool:
    return version.turn_id is None and version.changed_by_id == access.user_id


def _who(changes: Sequence[Version], context: CallContext) -> str:
    who = changers_of(context.access, changes)
    return "; ".join(f"{who(one)}, at {local(one.created_at, context.now)}" for one in changes)
