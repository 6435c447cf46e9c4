"""Changing a workspace's connections, by owners and admins. Each change is tested first, and audited."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext, override

from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.llm.vendors import VENDORS
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.connected.connection_test import Endpoint, Tested, test_endpoint
from omniforge.tenants.connected.offers import chat_models
from omniforge.tenants.connected.selectors import find_connections, get_connection
from omniforge.tenants.models import ModelConnection, Tenant

MOST = 20
LONGEST_ADDRESS, LONGEST_KEY, LONGEST_NAME = 2_000, 2_000, 80


def connect_models(
    *, access: Access, vendor: str, key: str = "", address: str = "", model: str = "", name: str = ""
) -> ModelConnection:
    """Test a vendor's models and connect them. `model` is the one to test, by default the best one.

    It blocks for as long as the test takes. Raises NotAllowed, and InvalidInput beside the field that is
    wrong.
    """
    _require_open(access)
    endpoint = _endpoint(vendor, key, address)
    tested = test_endpoint(endpoint, model.strip())
    with transaction.atomic():
        connection = _saved(access, endpoint, tested, name.strip())
        _changed(access, connection, "connected")
    return connection


def check_models(*, access: Access, connection_id: UUID) -> ModelConnection:
    """Test a connection again. A failure is stored with it, and raised as InvalidInput."""
    connection = get_connection(access, connection_id)
    return _retested(access, connection, _endpoint_of(connection), "tested")


def replace_key(*, access: Access, connection_id: UUID, key: str) -> ModelConnection:
    """Replace the key, after testing the new one."""
    connection = get_connection(access, connection_id)
    endpoint = _endpoint(connection.vendor, key, connection.address)
    tested = test_endpoint(endpoint, connection.model)
    connection.key = endpoint.key
    return _store(access, connection, tested, "key_replaced")


def offer_models(*, access: Access, connection_id: UUID, models: Sequence[str] | None) -> ModelConnection:
    """Let people pick these models of a connection for their conversations, None: all of them.

    The model that writes replies may be picked in any case. Raises InvalidInput for one that isn't listed.
    """
    connection = get_connection(access, connection_id)
    unknown = set(models or ()) - {model.id for model in chat_models(connection)}
    if unknown:
        raise InvalidInput.of(
            "offered",
            gettext("%(name)s has no model called %(names)s.")
            % {"name": connection.name, "names": min(unknown)},
        )
    connection.offered = None if models is None else list(models)
    return _store(access, connection, None, "offered")


def change_connection(
    *,
    access: Access,
    connection_id: UUID,
    name: str | None = None,
    address: str | None = None,
    model: str | None = None,
    key: str | None = None,
) -> ModelConnection:
    """Change the given fields of a connection. Unless only its name changes, it is tested first."""
    connection = get_connection(access, connection_id)
    connection.name = (name or "").strip() or connection.name
    if address is None and model is None and key is None:
        return _store(access, connection, None, "renamed")
    if key is None and connection.key and address is not None and address.strip() != connection.address:
        raise InvalidInput.of(
            "key", gettext("Enter the key again. It isn't sent to a new address by itself.")
        )
    endpoint = _endpoint(
        connection.vendor,
        connection.key if key is None else key,
        connection.address if address is None else address,
    )
    tested = test_endpoint(endpoint, connection.model if model is None else model.strip())
    connection.key, connection.address = endpoint.key, endpoint.address
    return _store(access, connection, tested, "changed")


@transaction.atomic
def remove_connection(*, access: Access, connection_id: UUID) -> None:
    """Delete a connection and its key. Its roles fall to the others, if there are any."""
    connection = get_connection(access, connection_id)
    _changed(access, connection, "removed")
    connection.delete()


def announce_change(tenant_id: UUID) -> None:
    """Make every process reload the models at its next turn."""
    Tenant.objects.filter(pk=tenant_id).update(models_version=F("models_version") + 1)


def _require_open(access: Access) -> None:
    if settings.LOCK_MODELS:
        raise NotAllowed(
            gettext("Models are managed for all workspaces of this server. Ask your administrator.")
        )
    if find_connections(access).count() >= MOST:
        raise Conflict(
            gettext("A workspace can have %(most)s connections. Remove one first.") % {"most": MOST}
        )


def _endpoint(vendor: str, key: str, address: str) -> Endpoint:
    """Return the endpoint. Raises InvalidInput by field if one is missing or malformed."""
    row = VENDORS.get(vendor)
    if row is None:
        raise InvalidInput.of(
            "vendor", gettext("Choose one of %(vendors)s.") % {"vendors": ", ".join(VENDORS)}
        )
    address, key = address.strip().rstrip("/"), key.strip()
    if row.needs_key and not key:
        raise InvalidInput.of("key", gettext("Enter your API key."))
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidInput.of("key", gettext("This isn't a key. Copy it again, without spaces."))
    if not row.asks_address:
        return Endpoint(vendor, key=key)
    if not (address or row.address):
        raise InvalidInput.of("address", gettext("Enter the address of the server."))
    if address and not address.startswith(("http://", "https://")):
        raise InvalidInput.of("address", gettext("Start the address with http:// or https://."))
    return Endpoint(vendor, address or row.address, key)


def _endpoint_of(connection: ModelConnection) -> Endpoint:
    return Endpoint(connection.vendor, connection.address, connection.key)


def _retested(access: Access, connection: ModelConnection, endpoint: Endpoint, done: str) -> ModelConnection:
    try:
        with override(settings.LANGUAGE_CODE):  # others read the stored message too
            tested = test_endpoint(endpoint, connection.model)
    except InvalidInput as failure:
        found = {"failure": failure.message, "tested_at": timezone.now()}
        ModelConnection.objects.filter(pk=connection.pk).update(**found)
        audit.record(access=access, action="model_connection.test_failed", target=connection)
        raise
    return _store(access, connection, tested, done)


@transaction.atomic
def _store(access: Access, connection: ModelConnection, tested: Tested | None, done: str) -> ModelConnection:
    if tested:
        connection.model, connection.listed = tested.model, [asdict(model) for model in tested.listed]
        connection.tested_at, connection.failure = timezone.now(), ""
    if not find_connections(access).select_for_update().filter(pk=connection.pk).exists():
        raise NotFound  # removed during the test
    connection.save()
    _changed(access, connection, done)
    return connection


def _saved(access: Access, endpoint: Endpoint, tested: Tested, name: str) -> ModelConnection:
    """Store a new connection under a slug of its own. Raises Conflict if two are created at once."""
    taken = set(ModelConnection.objects.filter(tenant_id=access.tenant_id).values_list("slug", flat=True))
    label = VENDORS[endpoint.vendor].label
    numbered = ((f"{endpoint.vendor}-{n}", f"{label} {n}") for n in range(2, MOST + 2))
    slug, label = next(one for one in [(endpoint.vendor, label), *numbered] if one[0] not in taken)
    connection = ModelConnection(
        tenant_id=access.tenant_id,
        slug=slug,
        vendor=endpoint.vendor,
        name=(name or label)[:LONGEST_NAME],
        address=endpoint.address,
        key=endpoint.key,
        model=tested.model,
        listed=[asdict(model) for model in tested.listed],
        tested_at=timezone.now(),
    )
    try:
        with transaction.atomic():
            connection.save()
    except IntegrityError as error:
        raise Conflict(gettext("Another model was connected at this moment. Try again.")) from error
    return connection


def _changed(access: Access, connection: ModelConnection, done: str) -> None:
    """Audit a change, without key or address, and announce it to every process."""
    said = f"{connection.name} ({connection.vendor}), {connection.model}"
    audit.record(access=access, action=f"model_connection.{done}", target=connection, reason=said)
    announce_change(access.tenant_id)
