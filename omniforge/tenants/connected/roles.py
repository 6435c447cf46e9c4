"""Models by role in a workspace, and changing them."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput, NotFound
from omniforge.llm.model_listing import LONGEST_MODEL, ids_of
from omniforge.llm.roles import LOCAL_EMBEDDER, RULES
from omniforge.llm.types import Purpose
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import PURPOSES, choice_of
from omniforge.tenants.connected.selectors import find_connections, get_connection, listed_models
from omniforge.tenants.connected.services import announce_change
from omniforge.tenants.models import ModelChoice, ModelConnection

DEFAULT, NONE = "default", "none"  # special form values
WORK = {
    "intent": gettext_noop("Understands messages"),
    "reply": gettext_noop("Writes replies"),
    "plan": gettext_noop("Plans work"),
    "summary": gettext_noop("Writes summaries"),
    "grade": gettext_noop("Checks answers"),
    "embed": gettext_noop("Searches by meaning"),
}


@dataclass(frozen=True, slots=True)
class RoleOfWorkspace:
    """A role, a description of its work, and its model. `player` is a role string, or 'rules'.

    `is_chosen`: somebody chose it, otherwise it follows from the connections.
    """

    role: Purpose
    work: str
    player: str
    available: bool
    is_chosen: bool

    @property
    def model(self) -> str:
        """The model alone, without the connection."""
        return gettext("built in") if self.player == LOCAL_EMBEDDER else self.player.partition(":")[2]

    @property
    def by_rules(self) -> bool:
        return self.player == RULES


def list_roles(access: Access) -> list[RoleOfWorkspace]:
    """Return every role in the order of a turn."""
    models = choice_of(access.tenant_id).models()
    chosen = set(ModelChoice.objects.filter(tenant_id=access.tenant_id).values_list("role", flat=True))
    return [
        RoleOfWorkspace(role, WORK[role], models.name(role), models.available(role), role in chosen)
        for role in PURPOSES
    ]


def list_options(access: Access, role: Purpose) -> list[tuple[ModelConnection, str]]:
    """Return the possible models of a role, by connection."""
    kind = "embed" if role == "embed" else "chat"
    chosen = ModelChoice.objects.filter(tenant_id=access.tenant_id, role=role).first()
    options = []
    for connection in find_connections(access):
        models = ids_of(listed_models(connection), kind)
        if chosen and chosen.connection_id == connection.pk and chosen.model not in models:
            models.append(chosen.model)  # not, or no longer, in the vendor's listing
        options += [(connection, model) for model in models]
    return options


@transaction.atomic
def set_role(
    *, access: Access, role: str, connection_id: UUID | None = None, model: str = "", default: bool = False
) -> None:
    """Assign a connection's model to a role, or none, with `default` the best one.

    Raises NotFound for another workspace's connection, InvalidInput, and NotAllowed.
    """
    find_connections(access)
    if role not in PURPOSES:
        raise InvalidInput.of(
            "role", gettext("Choose one of %(purposes)s.") % {"purposes": ", ".join(PURPOSES)}
        )
    rows = ModelChoice.objects.filter(tenant_id=access.tenant_id, role=role)
    chosen = {} if default else _chosen(access, connection_id, model.strip())
    if rows.filter(**chosen).exists() if chosen else not rows.exists():
        return  # unchanged
    rows.delete()
    if chosen:
        ModelChoice.objects.create(tenant_id=access.tenant_id, role=role, **chosen)
    said = "default" if default else str(chosen["model"]) or "none"
    audit.record(access=access, action="model_role.set", reason=f"{role}: {said}")
    announce_change(access.tenant_id)


@transaction.atomic
def set_roles(*, access: Access, **values: str) -> None:
    """Set all roles from a form: 'default', 'none', or 'connection:model'. Raises as `set_role`."""
    for role, value in values.items():
        if value in ("", DEFAULT, NONE):
            set_role(access=access, role=role, default=value != NONE)
        else:
            connection_id, _, model = value.partition(":")
            set_role(access=access, role=role, connection_id=_id(connection_id), model=model)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise NotFound from error


def _chosen(access: Access, connection_id: UUID | None, model: str) -> dict[str, object]:
    if connection_id is None:
        return {"connection": None, "model": ""}
    if not 0 < len(model) <= LONGEST_MODEL:
        raise InvalidInput.of(
            "model",
            gettext("Enter the name of a model, of up to %(longest)s characters.")
            % {"longest": LONGEST_MODEL},
        )
    return {"connection": get_connection(access, connection_id), "model": model}
