"""Sealing: stored audit entries get their numbers and places in their tenant's chain.

It is a short separate transaction, after the one that wrote the entry. So no business transaction holds the
lock of a chain, whatever else it locks and in whatever order, and no two of them can deadlock.
"""

import logging
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from omniforge.errors import OmniForgeError
from omniforge.storage.prepared import Given, PreparedRows, PreparedUpdate
from omniforge.storage.workspace_scope import within_workspace
from omniforge.tenants.audit_key import audit_key
from omniforge.tenants.chain import link, seal_of_head
from omniforge.tenants.models import AuditEntry, AuditHead

logger = logging.getLogger(__name__)

_BATCH = 500  # entries per transaction
_SITE = UUID(int=0)  # the chain of entries without a tenant


class BrokenChain(OmniForgeError):
    """The head of a chain is missing or forged, so nothing is sealed."""

    code = "broken_chain"


def chain_of(tenant_id: UUID | None) -> UUID:
    """Return the id of the chain that a tenant's entries are in."""
    return tenant_id or _SITE


def tenant_of(chain: UUID) -> UUID | None:
    """Return a chain's tenant, or None for entries without one."""
    return None if chain == _SITE else chain


def entries_of(tenant_id: UUID | None) -> QuerySet[AuditEntry]:
    """Return a tenant's entries, or with None those without a tenant."""
    entries = AuditEntry.objects.all()
    return entries.filter(tenant=None) if tenant_id is None else entries.filter(tenant_id=tenant_id)


def begin_chain(tenant_id: UUID | None) -> None:
    """Create the head of an empty chain. If another process is creating it, wait for that."""
    chain = chain_of(tenant_id)
    seal = seal_of_head(audit_key(), chain=chain, number=0, last="")
    AuditHead.objects.bulk_create([AuditHead(pk=chain, seal=seal)], ignore_conflicts=True)


def is_genuine(head: AuditHead) -> bool:
    """Return whether the head's seal is valid."""
    return head.seal == seal_of_head(audit_key(), chain=head.pk, number=head.number, last=head.last)


def seal_after_commit(tenant_id: UUID | None) -> None:
    """Seal after the current transaction commits. Failures are logged, and retried by the worker."""

    def sealed() -> None:
        seal(tenant_id)

    transaction.on_commit(sealed, robust=True)


def seal(tenant_id: UUID | None) -> None:
    """Append a tenant's unsealed entries to its chain. Raises BrokenChain."""
    with within_workspace(tenant_id):
        while _seal_batch(tenant_id) == _BATCH:
            pass


def seal_waiting() -> None:
    """Seal entries that a killed process left unsealed. Broken chains are logged."""
    waiting = AuditEntry.objects.filter(number=None).order_by().values_list("tenant_id", flat=True).distinct()
    for tenant_id in waiting:
        try:
            seal(tenant_id)
        except BrokenChain as error:
            logger.error(error.message)


@transaction.atomic
def _seal_batch(tenant_id: UUID | None) -> int:
    """Seal a batch. Returns how many. Rows are locked in the same order as by key rotation."""
    key, head = audit_key(), _locked_head(tenant_id)
    waiting = _waiting(tenant_id=tenant_id) if tenant_id else _waiting_of_site()
    for entry_id, signature in waiting:
        head.number += 1
        head.last = link(key, before=head.last, number=head.number, signature=signature)
        _seal_entry(id=entry_id, number=head.number, hash=head.last)
    if waiting:
        sealed = seal_of_head(key, chain=head.pk, number=head.number, last=head.last)
        _move_head(id=head.pk, number=head.number, last=head.last, seal=sealed)
    return len(waiting)


def _locked_head(tenant_id: UUID | None) -> AuditHead:
    chain = chain_of(tenant_id)
    rows = _lock_head(chain=chain)
    if not rows and tenant_id is None:
        begin_chain(None)
        rows = _lock_head(chain=chain)
    heads = [AuditHead(id=chain, number=number, last=last, seal=seal) for number, last, seal in rows]
    if not heads or not is_genuine(heads[0]):
        raise BrokenChain(f"The head of the audit chain of {tenant_id or 'the site'} was tampered with.")
    return heads[0]


def _next_waiting(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry, tuple[UUID, str]]:
    waiting = entries.filter(number=None).select_for_update().order_by("pk")
    return waiting.values_list("pk", "hash")[:_BATCH]


def _update(model: type[AuditEntry | AuditHead], *names: str) -> PreparedUpdate:
    """Prepare an update of these columns of one row, by `id`."""
    columns = {field.name: field for field in model._meta.concrete_fields}
    values = {name: Given(name, columns[name]) for name in names}
    return PreparedUpdate(lambda: model._default_manager.filter(pk=Given("id")), **values)


# Prepared, since every entry is sealed by these four statements.
_lock_head = PreparedRows(
    lambda: (
        AuditHead.objects.select_for_update().filter(pk=Given("chain")).values_list("number", "last", "seal")
    )
)
_waiting = PreparedRows(lambda: _next_waiting(AuditEntry.objects.filter(tenant_id=Given("tenant_id"))))
_waiting_of_site = PreparedRows(lambda: _next_waiting(entries_of(None)))
_seal_entry = _update(AuditEntry, "number", "hash")
_move_head = _update(AuditHead, "number", "last", "seal")
