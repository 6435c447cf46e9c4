"""Walking the audit chains: is every entry there, in its place, and as it was written?"""

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
from omniforge.tenants.sealing import BrokenChain, entries_of, is_genuine, seal, tenant_of

_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a chain: how many entries it has, its newest hash, and its first fault if any."""

    entries: int
    last: str
    fault: str = ""


class _Fault(Exception):
    """The first thing in a chain that is not as it should be."""


def chains(slug: str = "") -> dict[UUID, str]:
    """Return the chains that there are or should be, of one slug or of all, each with its owner's name."""
    if slug:
        return dict(Tenant.objects.filter(slug=slug).values_list("pk", "slug"))
    names = dict.fromkeys(AuditHead.objects.values_list("pk", flat=True), "")
    names |= dict(Tenant.objects.order_by("slug").values_list("pk", "slug"))
    return {chain: name or _nameless(chain) for chain, name in names.items()}


def _nameless(chain: UUID) -> str:
    return f"workspace {chain}, which is gone" if tenant_of(chain) else "the site itself"


def verify(chain: UUID, *, known: tuple[int, str] | None = None) -> Verdict:
    """Walk a chain, after sealing what waits for it. Memory does not grow with its length.

    `known` is the number of an entry and how its hash began when somebody noted it earlier.
    """
    with suppress(BrokenChain):  # told below, with its name
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
    """Yield the numbered entries up to the head, in order; those of one number by their id."""
    entries = entries_of(tenant_of(head.pk)).filter(number__lte=head.number)
    # A reason that does not open must not end the walk, so each is opened on its own.
    unopened = entries.defer("reason").annotate(stored=Cast(F("reason"), TextField()))
    return unopened.order_by("number", "pk").iterator(chunk_size=_BATCH)


def _signature(entry: AuditEntry) -> str:
    field = AuditEntry._meta.get_field("reason")
    try:
        entry.reason = field.from_db_value(entry.stored)  # type: ignore[attr-defined]  # annotated below
        return sign(audit_key(), entry)
    except CannotDecrypt:
        return ""  # nobody's text under our keys, so not what was written


def _named(entry: AuditEntry) -> str:
    moment: datetime = entry.created_at
    return f"{entry.action!r}, {moment:%Y-%m-%d %H:%M} UTC, {entry.pk}"
