"""The models of a workspace: its connected ones, else those of the site's settings.

The choice is cached until the tenant's `models_version` changes, so a change applies from the next turn
on in every process, and no turn needs a query for it.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import get_args
from uuid import UUID

from django.conf import settings

from omniforge.llm.base import Provider
from omniforge.llm.model_listing import ListedModel, ids_of
from omniforge.llm.models import Models
from omniforge.llm.providers import configured_providers
from omniforge.llm.roles import LOCAL_EMBEDDER, RULES
from omniforge.llm.types import Purpose
from omniforge.llm.vendors import VENDORS
from omniforge.tenants.access import Access
from omniforge.tenants.connected.connection_test import Endpoint
from omniforge.tenants.connected.offers import Offer, offers_of
from omniforge.tenants.connected.selectors import connections_of, listed_models, vendor_of
from omniforge.tenants.models import ModelChoice, ModelConnection, Tenant

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
_MOST = 2_000  # cached tenants


@dataclass(frozen=True, slots=True)
class Choice:
    """Models by role, with their endpoints, context windows and missing abilities.

    Empty: the site's settings apply. `connected` are the models of its connections that people may pick
    instead of the one with the role `reply`.
    """

    roles: Mapping[Purpose, str] = field(default_factory=dict)
    providers: Mapping[str, Provider] = field(default_factory=dict)
    windows: Mapping[str, int] = field(default_factory=dict)
    toolless: Collection[str] = ()
    blind: Collection[str] = ()
    connected: Sequence[Offer] = ()

    @property
    def offers(self) -> Sequence[Offer]:
        """The models that people may pick for replies. By the site's settings, the one they name."""
        return self.connected if self.providers else _site_offers()

    def models(self, picked: str = "") -> Models:
        """Return the models of one turn, with the `picked` one for replies if it is allowed."""
        if not self.providers:
            return Models.from_settings()
        reply: dict[Purpose, str] = {"reply": picked} if self.offer(picked) else {}
        return Models.patient(
            {**self.roles, **reply}, self.providers, self.windows, self.toolless, self.blind
        )

    def offer(self, picked: str) -> Offer | None:
        """Return the offer with this role string, or None."""
        return next((one for one in self.offers if one.id == picked), None) if picked else None


def _site_offers() -> tuple[Offer, ...]:
    provider, _, model = Models.from_settings().name("reply").partition(":")
    label = VENDORS[provider].label if provider in VENDORS else provider
    return (Offer(f"{provider}:{model}", label, ListedModel(model)),) if model else ()


_SITE = Choice()
_kept: OrderedDict[UUID, tuple[int, Choice]] = OrderedDict()
_lock = Lock()


def models_of(tenant_id: UUID) -> Models:
    """Return the models of a tenant, usually by one query."""
    return choice_of(tenant_id).models()


def has_model(access: Access) -> bool:
    """Return whether a model writes the workspace's replies."""
    return models_of(access.tenant_id).plays("reply")


def choice_of(tenant_id: UUID) -> Choice:
    """Return the choice of a tenant, usually by one query."""
    return choice_at(tenant_id, Tenant.objects.values_list("models_version", flat=True).get(pk=tenant_id))


def models_at(tenant_id: UUID, version: int) -> Models:
    """Return the models of a tenant as of its `models_version`, read by the caller."""
    return choice_at(tenant_id, version).models()


def choice_at(tenant_id: UUID, version: int) -> Choice:
    """Return the choice as of a version."""
    if settings.LOCK_MODELS or not version:
        return _SITE
    kept = _kept.get(tenant_id)
    if kept is None or kept[0] != version:
        kept = version, read_choice(tenant_id)
        _keep(tenant_id, kept)
    return kept[1]


def _keep(tenant_id: UUID, kept: tuple[int, Choice]) -> None:
    with _lock:
        _kept[tenant_id] = kept
        while len(_kept) > _MOST:
            _kept.popitem(last=False)


def choice_known_of(tenant_id: UUID) -> Choice:
    """Return the last cached choice of a tenant without a query, for when the database is unavailable."""
    return _SITE if settings.LOCK_MODELS else _kept.get(tenant_id, (0, _SITE))[1]


def read_choice(tenant_id: UUID) -> Choice:
    """Read the choice from the tables, by two queries."""
    connections = list(connections_of(tenant_id))
    if not connections:
        return _SITE
    chosen = {one.role: one for one in ModelChoice.objects.filter(tenant_id=tenant_id)}
    embedder = Models.from_settings().name("embed")  # an in-process model serves every workspace
    local = _local_provider() if embedder == LOCAL_EMBEDDER else {}
    providers: dict[str, Provider] = {
        one.slug: Endpoint(one.vendor, one.address, one.key).provider() for one in connections
    }
    roles = {role: _player(role, chosen.get(role), connections, is_local=bool(local)) for role in PURPOSES}
    listed = {f"{one.slug}:{model.id}": model for one in connections for model in listed_models(one)}
    return Choice(
        roles,
        providers | local,
        windows={name: model.context for name, model in listed.items() if model.context},
        toolless={name for name, model in listed.items() if model.lacks_tools},
        blind={name for name, model in listed.items() if model.is_blind},
        connected=offers_of(connections, roles["reply"]),
    )


def _local_provider() -> dict[str, Provider]:
    return {"local": configured_providers(settings.MODEL_PROVIDERS)["local"]}


def _player(
    role: Purpose, chosen: ModelChoice | None, connections: Sequence[ModelConnection], *, is_local: bool
) -> str:
    """Return the role string: the chosen one, else that of the first connection with a model for it."""
    if chosen is not None:
        named = next((one.slug for one in connections if one.pk == chosen.connection_id), None)
        return f"{named}:{chosen.model}" if named else RULES
    if role == "embed" and is_local:
        return LOCAL_EMBEDDER
    suited = ((one.slug, default_model(one, role)) for one in connections)
    return next((f"{slug}:{model}" for slug, model in suited if model), RULES)


def default_model(connection: ModelConnection, role: Purpose) -> str:
    """Return the model of a connection that suits a role best, or ''."""
    listed = listed_models(connection)
    if role == "embed":
        return vendor_of(connection).choose(role, ids_of(listed, "embed"))
    preferred = vendor_of(connection).choose(role, ids_of(listed))
    return connection.model if role in ("reply", "plan") or not preferred else preferred
