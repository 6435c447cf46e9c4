"""Connections and roles as shown in the settings."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from omniforge.llm.model_listing import ListedModel
from omniforge.tenants.access import Access
from omniforge.tenants.connected.offers import chat_models
from omniforge.tenants.connected.roles import DEFAULT, NONE, RoleOfWorkspace, list_options, list_roles
from omniforge.tenants.connected.selectors import find_connections, listed_models, masked_key, vendor_of
from omniforge.tenants.models import ModelConnection

Groups = list[tuple[str, list[tuple[str, str]]]]  # by connection: the value and the name of each model
_SHOWN = 60  # models per card


@dataclass(frozen=True, slots=True)
class CardOfConnection:
    """A connection's displayable values."""

    connection: ModelConnection
    key: str
    address: str
    models: list[ListedModel]

    @property
    def choices(self) -> list[tuple[str, bool]]:
        """The models with whether people may pick them."""
        offered = self.connection.offered
        return [(one.id, offered is None or one.id in offered) for one in chat_models(self.connection)]

    @property
    def shown(self) -> list[ListedModel]:
        return self.models[:_SHOWN]

    @property
    def more(self) -> int:
        return max(0, len(self.models) - _SHOWN)


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A role and its possible models by connection, each with its form value."""

    role: RoleOfWorkspace
    chosen: str
    groups: Groups


def cards_of(access: Access) -> list[CardOfConnection]:
    """Return the connections, the oldest first. Raises NotAllowed for everybody but owners and admins."""
    return [
        CardOfConnection(
            connection=one,
            key=masked_key(one.key),
            address=one.address if vendor_of(one).asks_address else "",
            models=listed_models(one),
        )
        for one in find_connections(access)
    ]


def role_menus(access: Access) -> list[RoleMenu]:
    """Return a menu for each role, none without a connection."""
    if not find_connections(access).exists():
        return []
    return [RoleMenu(role, *_options(access, role)) for role in list_roles(access)]


def value_of(connection: ModelConnection, model: str) -> str:
    """Return the form value of a connection's model."""
    return f"{connection.pk}:{model}"


def _options(access: Access, role: RoleOfWorkspace) -> tuple[str, Groups]:
    options = list_options(access, role.role)
    values = {f"{one.slug}:{model}": value_of(one, model) for one, model in options}
    groups = list(_grouped(options))
    if not role.is_chosen:
        return DEFAULT, groups
    return NONE if role.by_rules else values.get(role.player, ""), groups


def _grouped(options: list[tuple[ModelConnection, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for name, models in groupby(options, key=lambda option: option[0].name):
        yield name, [(value_of(one, model), model) for one, model in models]
