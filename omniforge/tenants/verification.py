"""Verification of audit chains: is every entry present, in its place, and unchanged?"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, TextField
from django.db.models.functions import Cast

from omniforge.storage.encryption import CannotDecrypt
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.chain import link, sign
from omniforge.tenants.models import AuditEntry, AuditHead, Tenant
from omniforge.tenants.seal import BrokenChain, entries_of, is_genuine, seal, tenant_of

_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a chain: its number of entries, newest hash, and first fault, if any."""

    entries: int
    last: str
    fault: str = ""


class _Fault(Exception):
    """The first fault of a chain."""


def chains(slug: str = "") -> dict[UUID, str]:
    """Return the existing and expected chains, of one slug or of all, with their tenant's name."""
    if slug:
        return dict(Tenant.objects.filter(slug=slug).values_list("pk", "slug"))
    names = dict.fromkeys(AuditHead.objects.values_list("pk", flat=True), "")
    names |= dict(Tenant.objects.order_by("slug").values_list("pk", "slug"))
    return {chain: name or _nameless(chain) for chain, name in names.items()}


def _nameless(chain: UUID) -> str:
    return f"workspace {chain}, which is gone" if tenant_of(chain) else "the site itself"


def verify(chain: UUID, *, known: tuple[int, str] | None = None) -> Verdict:
    """Verify a chain, after sealing its waiting entries. Uses constant memory.

    `known` is an entry's number and the beginning of its hash, noted earlier.
    """
    with suppress(BrokenChain):  # reported below, with its name
        seal(tenant_of(chain))
    # Read before the head: entries are numbered and the head is moved in one transaction.
    numbered = entries_of(tenant_of(chain)).aggregate(last=Max("number"))["last"]
    head = AuditHead.objects.filter(pk=chain).first()
    if head is None:
        return Verdict(0, "", "its head is missing")
    try:
        _require_genuine(head)
        _walk(head, known)
        _require_end(head, numbered or 0, known)
    except _Fault as fault:
        return Verdict(head.number, head.last, str(fault))
    return Verdict(head.number, head.last)


def _require_genuine(head: AuditHead) -> None:
    if not is_genuine(head):
        raise _Fault("its head was changed")


def _walk(head: AuditHead, known: tuple[int, str] | None) -> None:
    expected, before = 1, ""
    for entry in _entries(head):
        _require_place(entry, expected)
        if entry.hash != link(audit_key(), before=before, number=expected, signature=_signature(entry)):
            raise _Fault(f"entry {expected} was changed ({_named(entry)})")
        if known and known[0] == expected and not entry.hash.startswith(known[1]):
            raise _Fault(f"entry {expected} is another one than was noted ({_named(entry)})")
        expected, before = expected + 1, entry.hash
    if expected <= head.number:
        raise _Fault(f"entries from {expected} to {head.number} are missing")
    if before != head.last:
        raise _Fault(f"entry {head.number} is not the one that the head names")


def _require_place(entry: AuditEntry, expected: int) -> None:
    number = entry.number or 0
    if number > expected:
        raise _Fault(f"entry {expected} is missing")
    if number < expected:
        raise _Fault(f"an entry was inserted as number {number} ({_named(entry)})")


def _require_end(head: AuditHead, numbered: int, known: tuple[int, str] | None) -> None:
    if numbered > head.number:
        raise _Fault(f"entries were inserted after {head.number}")
    if known and known[0] > head.number:
        raise _Fault(f"entries from {head.number + 1} to {known[0]} are missing, which were noted")


def _entries(head: AuditHead) -> Iterator[AuditEntry]:
    """Yield the numbered entries up to the head, in order, duplicates of a number by id."""
    entries = entries_of(tenant_of(head.pk)).filter(number__lte=head.number)
    # A reason that can't be decrypted must not stop the verification, so each is decrypted separately.
    unopened = entries.defer("reason").annotate(stored=Cast(F("reason"), TextField()))
    return unopened.order_by("number", "pk").iterator(chunk_size=_BATCH)


def _signature(entry: AuditEntry) -> str:
    field = AuditEntry._meta.get_field("reason")
    try:
        entry.reason = field.from_db_value(entry.stored)  # type: ignore[attr-defined]  # annotated below
        return sign(audit_key(), entry)
    except CannotDecrypt:
        return ""  # no valid ciphertext under our keys, so it was altered


def _named(entry: AuditEntry) -> str:
    moment: datetime = entry.created_at
    return f"{entry.action!r}, {moment:%Y-%m-%d %H:%M} UTC, {entry.pk}"
