"""Erases files with their conversation, and files without one by age."""

import time
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from omniforge.files import storage
from omniforge.files.models import DeletedFile, StoredFile

_GRACE = 3600.0  # seconds: bytes are written before their row


def purge_files_of(conversation_ids: Iterable[UUID]) -> None:
    """Erase the files of conversations. The bytes are removed after the surrounding commit."""
    _purge(StoredFile.objects.filter(conversation_id__in=conversation_ids))


def purge_loose_files(tenant_id: UUID, before: datetime) -> None:
    """Erase what is older than `before`: a tenant's files without a conversation, names of deleted files."""
    DeletedFile.objects.filter(tenant_id=tenant_id, created_at__lt=before).delete()
    _purge(StoredFile.objects.filter(tenant_id=tenant_id, conversation_id=None, created_at__lt=before))


def remove_orphans() -> int:
    """Erase bytes without a row, left by a crash or by the deletion of a person or tenant.

    Returns the number of erased files.
    """
    latest = time.time() - _GRACE
    settled = [path for path in storage.every_path() if _is_older(path, latest)]
    known = set(StoredFile.objects.values_list("path", flat=True)) if settled else set()
    orphans = [path for path in settled if path not in known]
    for path in orphans:
        storage.remove(path)
    return len(orphans)


def _purge(files: QuerySet[StoredFile]) -> None:
    with transaction.atomic():
        paths = list(files.values_list("path", flat=True))
        if not paths:
            return
        files.delete()
        transaction.on_commit(partial(_remove_all, paths))


def _remove_all(paths: Iterable[str]) -> None:
    for path in paths:
        storage.remove(path)


def _is_older(path: str, latest: float) -> bool:
    try:
        return storage.written_at(path) < latest
    except FileNotFoundError:  # erased since it was listed
        return False
