"""Storing files, attaching them to messages, deleting them."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from omniforge.errors import InvalidInput, NotFound, TooLarge
from omniforge.files import storage
from omniforge.files.models import DeletedFile, StoredFile
from omniforge.files.names import clean_name
from omniforge.files.selectors import get_file, own_files
from omniforge.files.types import RESULT, checked_type
from omniforge.storage.ids import new_id
from omniforge.tenants import audit
from omniforge.tenants.access import Access


def store_file(
    *,
    access: Access,
    name: str,
    content: bytes,
    turn_id: UUID | None = None,
    conversation_id: UUID | None = None,
    written_by_agent: bool = False,
) -> StoredFile:
    """Store a person's file: first its bytes, encrypted, then its row.

    Raises InvalidInput for an empty one, TooLarge (settings.MAX_FILE_MB), WrongMediaType, OSError.
    """
    require_size(len(content))
    name = clean_name(name)
    return _stored(
        access,
        content,
        name=name,
        media_type=checked_type(name, content).media_type,
        turn_id=turn_id,
        conversation_id=conversation_id,
        written_by_agent=written_by_agent,
    )


def store_result(
    *, access: Access, name: str, content: bytes, turn_id: UUID, conversation_id: UUID | None
) -> StoredFile:
    """Store a table returned by a tool for later calls. It isn't listed among the person's files.

    Raises TooLarge, OSError.
    """
    require_size(len(content))
    about = {"turn_id": turn_id, "conversation_id": conversation_id, "written_by_agent": True}
    return _stored(access, content, name=name, media_type=RESULT, **about)


def _stored(access: Access, content: bytes, **fields: Any) -> StoredFile:
    file_id = new_id()
    path = storage.path_of(access.tenant_id, file_id)
    storage.put(path, content)
    return StoredFile.objects.create(
        pk=file_id,
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        path=path,
        **fields,
    )


def require_size(size: int) -> None:
    """Raise InvalidInput for an empty file, TooLarge above settings.MAX_FILE_MB."""
    if size == 0:
        raise InvalidInput(gettext("This file is empty. Attach one that has something in it."))
    if size > settings.MAX_FILE_MB << 20:
        said = gettext("A file is at most {most} MB. Send a smaller one, or a part of it.")
        raise TooLarge(said.format(most=settings.MAX_FILE_MB))


def attach_files(
    *, access: Access, file_ids: Sequence[UUID], turn_id: UUID, conversation_id: UUID
) -> list[StoredFile]:
    """Attach files to a message, in the transaction that stores it. Returns them in the order of `file_ids`.

    Raises NotFound if one is missing, another person's, or attached to another conversation.
    """
    free = Q(conversation_id=None) | Q(conversation_id=conversation_id)
    wanted = own_files(access).select_for_update().filter(free, pk__in=file_ids)
    found = {file.pk: file for file in wanted}
    if missing := [file_id for file_id in file_ids if file_id not in found]:
        raise NotFound(f"The file {missing[0]} is not there, or was sent elsewhere. Attach it again.")
    StoredFile.objects.filter(pk__in=found).update(turn_id=turn_id, conversation_id=conversation_id)
    return [found[file_id] for file_id in file_ids]


def delete_file(*, access: Access, file_id: UUID) -> None:
    """Erase a file: its row, and its bytes after the commit. Its name is kept apart. Raises NotFound."""
    with transaction.atomic():
        file = get_file(access, file_id)
        audit.record(access=access, action="file.deleted", target=file)  # without its name, a person's text
        own = {"tenant_id": access.tenant_id, "user_id": access.user_id}
        DeletedFile.objects.create(pk=file.pk, name=file.name, **own)
        file.delete()
        transaction.on_commit(partial(storage.remove, file.path))
