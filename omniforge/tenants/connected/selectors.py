"""Queries for a workspace's connections, visible to owners and admins only."""

from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from omniforge.errors import NotFound
from omniforge.llm.model_listing import ListedModel
from omniforge.llm.vendors import VENDORS, VendorRow
from omniforge.tenants.access import Access
from omniforge.tenants.models import ModelConnection


def find_connections(access: Access) -> QuerySet[ModelConnection]:
    """Return the connections, the oldest first. Raises NotAllowed for everybody but owners and admins."""
    access.require_administrator()
    return connections_of(access.tenant_id)


def connections_of(tenant_id: UUID) -> QuerySet[ModelConnection]:
    """Return a tenant's connections, the oldest first, none if the operator has locked the models."""
    rows: QuerySet[ModelConnection] = ModelConnection.objects.filter(tenant_id=tenant_id)
    return rows.none() if settings.LOCK_MODELS else rows.order_by("created_at", "pk")


def get_connection(access: Access, connection_id: UUID) -> ModelConnection:
    """Return one of the connections. Raises NotFound, and NotAllowed as `find_connections`."""
    found = find_connections(access).filter(pk=connection_id).first()
    if found is None:
        raise NotFound
    return found


def vendor_of(connection: ModelConnection) -> VendorRow:
    """Return the row of the connection's vendor."""
    return VENDORS[connection.vendor]


def listed_models(connection: ModelConnection) -> list[ListedModel]:
    """Return the vendor's models as last listed."""
    return [ListedModel.from_json(model) for model in connection.listed]


def masked_key(key: str) -> str:
    """Return a key's displayable part: its last four characters, none of a short key."""
    if not key:
        return ""
    return f"…{key[-4:]}" if len(key) >= 12 else "…"
