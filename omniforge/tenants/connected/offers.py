"""The models that people may pick for a conversation: those listed by its connections and allowed by it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from omniforge.llm.model_listing import ListedModel
from omniforge.llm.roles import RULES
from omniforge.tenants.connected.selectors import listed_models, vendor_of
from omniforge.tenants.models import ModelConnection


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that may be picked. `id` is its role string, `connection` the connection's name."""

    id: str
    connection: str
    model: ListedModel


def offers_of(connections: Sequence[ModelConnection], default: str) -> tuple[Offer, ...]:
    """Return the models that may be picked if `default` writes replies, by connection, preferred ones first.

    The default itself is always included. If rules write replies, there are none.
    """
    if default == RULES:
        return ()
    return tuple(offer for one in connections for offer in _of_connection(one, default))


def chat_models(connection: ModelConnection) -> list[ListedModel]:
    """Return the models of a connection that can write replies, the preferred ones first."""
    vendor = vendor_of(connection)
    preferred = (connection.model, *vendor.large, *vendor.small)
    places = {model: place for place, model in reversed(list(enumerate(preferred)))}
    models = [model for model in listed_models(connection) if model.kind == "chat"]
    return sorted(models, key=lambda model: places.get(model.id, len(preferred)))


def _of_connection(connection: ModelConnection, default: str) -> Iterator[Offer]:
    prefix, models = f"{connection.slug}:", chat_models(connection)
    own = default.removeprefix(prefix) if default.startswith(prefix) else ""
    if own and all(model.id != own for model in models):
        models.insert(0, ListedModel(own))  # not in the vendor's listing
    allowed = connection.offered
    for model in models:
        if allowed is None or model.id in allowed or model.id == own:
            yield Offer(f"{prefix}{model.id}", connection.name, model)
