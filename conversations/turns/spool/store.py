"""Writing turns to the spool, and storing them once the database is back (seed 000, edge cases)."""

import logging
import time
from contextlib import suppress
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError

from conversations.turns.spool.files import SpoolBusy, SpoolFile, every_path, files, lock_spool
from conversations.turns.spool.recovery import recover_turn
from conversations.turns.spool.values import SpooledTurn
from omniforge.storage.durable import write_durably
from omniforge.storage.encryption import CannotDecrypt, reencrypt
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.canary import touch_canary
from omniforge.tenants.models import Tenant

logger = logging.getLogger(__name__)

_TRIES = 8


def spool_turn(spooled: SpooledTurn) -> None:
    """Write a turn durably to disk before returning. A repeat replaces the earlier file, in its place."""
    now = time.time_ns()
    earlier = [
        file for file in files(conversation_id=spooled.conversation_id) if file.turn_id == spooled.turn_id
    ]
    since = earlier[0].since if earlier else now
    file = SpoolFile(since, spooled.conversation_id, spooled.turn_id, now)
    write_durably(file.path, spooled.sealed().encode())
    for older in earlier:
        older.path.unlink(missing_ok=True)


@across_workspaces()
def drain(conversation_id: UUID | None = None) -> int:
    """Store the waiting turns that are due, in order. Returns how many were stored.

    If the database is unavailable it stops at the first and counts no failure. A turn that fails by itself
    blocks later ones of its conversation, is retried after growing pauses, and set aside after 8 tries. While
    another process is draining, nothing is stored. For a conversation, whose next message must not overtake,
    SpoolBusy is raised then.
    """
    if not files(conversation_id=conversation_id):  # the usual case: avoids waiting for the lock
        return 0
    try:
        with lock_spool():
            return _drain(files(conversation_id=conversation_id))
    except SpoolBusy:
        if conversation_id:
            raise
        return 0


def _drain(waiting: list[SpoolFile]) -> int:
    stored, held_up = 0, set[UUID]()
    for file in waiting:
        if file.conversation_id in held_up or not file.is_due():
            held_up.add(file.conversation_id)
            continue
        try:
            stored += _store(file)
        except Exception as error:  # A turn that cannot be stored must not block other conversations.
            if _is_of_the_database(error):
                break
            _note_failure(file, error)
            held_up.add(file.conversation_id)
    return stored


def waiting_turns(conversation_id: UUID) -> list[SpooledTurn]:
    """Return the readable waiting turns of a conversation."""
    found = []
    for file in files(conversation_id=conversation_id):
        with suppress(CannotDecrypt, ValueError):  # reported when it is to be stored
            found.append(_read(file))
    return [turn for turn in found if turn]


def reencrypt_spool() -> int:
    """Re-encrypt every file that isn't under the first key. Returns how many."""
    changed = 0
    with lock_spool(patience=60):
        for path in every_path():
            text = path.read_text()
            anew = reencrypt(text, name=f"spool file {path.name}")
            if anew != text:
                write_durably(path, anew.encode(), modified=path.stat().st_mtime)
                changed += 1
    return changed


def _read(file: SpoolFile) -> SpooledTurn | None:
    """Return a file's turn, or None if it was stored in the meantime."""
    try:
        return SpooledTurn.opened(file.path.read_text())
    except FileNotFoundError:
        return None


def _store(file: SpoolFile) -> int:
    spooled = _read(file)
    if spooled is None:
        return 0
    recover_turn(spooled)
    file.path.unlink(missing_ok=True)
    return 1


def _note_failure(file: SpoolFile, error: Exception) -> None:
    """Postpone a file, or set it aside after its last try. In that case the audit records its place first."""
    tries, reason = file.failures + 1, type(error).__name__
    logger.error("turn %s could not be stored, try %d: %s", file.turn_id, tries, reason)
    if tries < _TRIES:
        file.put_off()
        return
    audit.record_of_site(
        tenant_id=_tenant_of(file),
        action="spool.failed",
        target_type="turn",
        target_id=str(file.turn_id),
        reason=f"{reason}, tried {tries} times. It is kept in the spool as failed/{file.name}",
    )
    file.set_aside()


def _tenant_of(file: SpoolFile) -> UUID | None:
    with suppress(CannotDecrypt, ValueError):  # an entry of no workspace says so
        if spooled := _read(file):
            return Tenant.objects.filter(pk=spooled.tenant_id).values_list("pk", flat=True).first()
    return None


def _is_of_the_database(error: Exception) -> bool:
    """Return whether the database failed, not the turn, even if the connection is back by now."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, DatabaseError) and not _database_answers()


def _database_answers() -> bool:
    try:
        touch_canary()  # it writes: a locked database, or one on a full disk, can still be read
    except (DatabaseError, InterfaceError):
        return False
    return True
