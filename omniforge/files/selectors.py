"""Reading a person's own files, other people's and missing ones look the same."""

import hashlib
import logging
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, Q, QuerySet

from omniforge.errors import NotFound
from omniforge.files import storage
from omniforge.files.attached import AttachedFile
from omniforge.files.models import StoredFile
from omniforge.files.types import RESULT, TYPES
from omniforge.storage.ids import as_id
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.storage.together import Question
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)

_OF_A_CONVERSATION = 20
_SEARCHED = 200  # names, newest first; they are encrypted, so a search decrypts each
_TABLES = tuple(TYPES[ending].media_type for ending in (".csv", ".tsv", ".xlsx", ".json"))
_any_table = PreparedRows(
    lambda: StoredFile.objects.filter(
        tenant_id=Given("tenant_id"), user_id=Given("user_id"), media_type__in=_TABLES
    ).values_list("pk")[:1]
)


def own_files(access: Access) -> QuerySet[StoredFile]:
    """Return the person's files, newest first."""
    return _own(access).exclude(media_type=RESULT).order_by("-created_at", "-id")


def get_result(access: Access, result_id: UUID) -> StoredFile | None:
    """Return a stored tool result of this person, or None."""
    return _own(access).filter(media_type=RESULT, pk=result_id).first()


def results_of(access: Access, conversation_id: UUID) -> QuerySet[StoredFile]:
    """Return the stored tool results of one of the person's conversations, newest first."""
    kept = _own(access).filter(media_type=RESULT, conversation_id=conversation_id)
    return kept.order_by("-created_at", "-id")


def _own(access: Access) -> QuerySet[StoredFile]:
    return StoredFile.objects.filter(tenant_id=access.tenant_id, user_id=access.user_id)


def get_file(access: Access, file_id: UUID) -> StoredFile:
    """Return one file. Raises NotFound."""
    file = own_files(access).filter(pk=file_id).first()
    if file is None:
        raise NotFound()
    return file


def list_files(
    access: Access, *, conversation_id: UUID | None = None, before: UUID | None = None, limit: int = 50
) -> list[StoredFile]:
    """Return the newest files, of one conversation or of all, only those older than the file `before`.

    Raises NotFound if `before` doesn't exist.
    """
    files = own_files(access)
    if conversation_id:
        files = files.filter(conversation_id=conversation_id)
    if before:
        last = get_file(access, before)
        files = files.filter(
            Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk)
        )
    return list(files[:limit])


def find_file(access: Access, wanted: str, *, conversation_id: UUID | None = None) -> StoredFile:
    """Return a file by its id, else by its name: of this conversation, then of any, the newest first.

    Raises NotFound, naming the conversation's files.
    """
    if identifier := as_id(wanted):
        return get_file(access, identifier)
    here = list_files(access, conversation_id=conversation_id, limit=_SEARCHED) if conversation_id else []
    found = _named(here, wanted) or _named(list_files(access, limit=_SEARCHED), wanted)
    if found is None:
        names = ", ".join(file.name for file in here[:_OF_A_CONVERSATION]) or "none"
        raise NotFound(f"There is no file {wanted}. The files of this conversation: {names}.")
    return found


def content_of(file: StoredFile) -> bytes:
    """Return a file's bytes. Raises NotFound if they are missing or damaged."""
    try:
        content = storage.get(file.path)
    except FileNotFoundError:
        content = b""
    if hashlib.sha256(content).hexdigest() != file.sha256:
        logger.error("the content of the stored file %s is lost or damaged: %s", file.pk, file.path)
        raise NotFound(f"The content of {file.name} is lost or damaged on the server. Attach it again.")
    return content


def query_has_tables(access: Access) -> Question[bool]:
    """Return the query whether the person has any file with a table."""
    return Question(_any_table, bool, tenant_id=access.tenant_id, user_id=access.user_id)


def has_files(conversation_id: UUID | Given) -> Exists:
    """Return a subquery, for use in a larger query: does this conversation have any file?"""
    files = StoredFile.objects.filter(conversation_id=conversation_id)
    return Exists(files.exclude(media_type=RESULT))


def attached_files(access: Access, conversation_id: UUID) -> tuple[AttachedFile, ...]:
    """Return the newest 20 files of a conversation, newest first: one query."""
    files = list_files(access, conversation_id=conversation_id, limit=_OF_A_CONVERSATION)
    return tuple(
        AttachedFile(file.pk, file.name, file.media_type, file.size, file.written_by_agent, file.turn_id)
        for file in files
    )


def _named(files: Iterable[StoredFile], wanted: str) -> StoredFile | None:
    name = wanted.strip().casefold()
    return next((file for file in files if file.name.casefold() == name), None)
