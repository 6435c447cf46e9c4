"""The rows that store tokens."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from agents.models import McpGrant, McpServer

if TYPE_CHECKING:
    from mcp.shared.auth import OAuthToken

_MOST_WANTED = 50  # scopes: a server may name any number
_LEASE = timedelta(seconds=30)  # within which a renewal ends, or another may start


def grants_for(server: McpServer, user_id: UUID | None) -> QuerySet[McpGrant]:
    """Return a person's one sign-in, or the workspace's."""
    return McpGrant.objects.filter(Q(user=None) if user_id is None else Q(user_id=user_id), server=server)


@transaction.atomic
def store_tokens(
    server: McpServer, user_id: UUID | None, tokens: "OAuthToken", registration: Mapping[str, Any]
) -> None:
    """Store the tokens of a sign-in, a person's or the workspace's, replacing earlier ones.

    `registration` is the client that they belong to. The next sign-in at this server reuses it.
    """
    columns = {**_columns(tokens), "registration": registration}
    owner = {"tenant_id": server.tenant_id, "server": server, "user_id": user_id}
    grants_for(server, user_id).update_or_create(defaults=columns, create_defaults={**columns, **owner})
    row = McpServer.objects.select_for_update().get(pk=server.pk)
    row.registration = {**registration, "wanted": row.registration.get("wanted", "")}
    row.save(update_fields=["registration"])


def renew_tokens(grant_id: UUID, tokens: "OAuthToken") -> None:
    """Store renewed tokens, and release the lease."""
    columns = _columns(tokens)
    with transaction.atomic():
        if row := McpGrant.objects.select_for_update().filter(pk=grant_id).first():
            for name, value in columns.items():
                setattr(row, name, value)
            row.save(update_fields=[*columns])


def find_grant(grant_id: UUID) -> McpGrant | None:
    return McpGrant.objects.filter(pk=grant_id).first()


def claim_renewal(grant_id: UUID) -> bool:
    """Return whether we hold the lease to renew the tokens: a refresh token may work only once."""
    now = timezone.now()
    free = Q(renewing_until=None) | Q(renewing_until__lt=now)
    return bool(McpGrant.objects.filter(free, pk=grant_id).update(renewing_until=now + _LEASE))


def release_renewal(grant_id: UUID) -> None:
    McpGrant.objects.filter(pk=grant_id).update(renewing_until=None)


@transaction.atomic
def end_grant(grant_id: UUID, access_token: str) -> None:
    """Delete refused tokens, unless they have been replaced by now."""
    row = McpGrant.objects.select_for_update().filter(pk=grant_id).first()
    if row and row.tokens.get("access_token") == access_token:
        row.tokens, row.expires_at, row.renewing_until, row.ended_at = {}, None, None, timezone.now()
        row.save(update_fields=["tokens", "expires_at", "renewing_until", "ended_at"])


@transaction.atomic
def request_scopes(server_id: UUID, scopes: str) -> None:
    """Store the scopes that a call lacked: the next sign-in requests them too."""
    row = McpServer.objects.select_for_update().filter(pk=server_id).first()
    if row and scopes:
        wanted = dict.fromkeys([*row.registration.get("wanted", "").split(), *scopes.split()])
        row.registration |= {"wanted": " ".join(list(wanted)[:_MOST_WANTED])}
        row.save(update_fields=["registration"])


def _columns(tokens: "OAuthToken") -> dict[str, object]:
    lasts = None if tokens.expires_in is None else timezone.now() + timedelta(seconds=tokens.expires_in)
    kept = tokens.model_dump(mode="json", exclude_none=True)
    return {"tokens": kept, "expires_at": lasts, "renewing_until": None, "ended_at": None}
