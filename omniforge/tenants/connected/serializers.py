"""What the API of connected models takes and gives. A key goes in and never comes out."""

from typing import Any

from rest_framework import serializers

from omniforge.llm.model_listing import LONGEST_MODEL
from omniforge.llm.vendors import ALL, VENDORS
from omniforge.tenants.connected.choice import PURPOSES
from omniforge.tenants.connected.offers import Offer
from omniforge.tenants.connected.selectors import masked_key
from omniforge.tenants.connected.services import LONGEST_ADDRESS, LONGEST_KEY, LONGEST_NAME
from omniforge.tenants.models import ModelConnection
from omniforge.web.strict_fields import StrictBooleanField, StrictCharField, StrictChoiceField


class ListedModelData(serializers.Serializer[Any]):
    """A model that a vendor lists. `context` is in tokens, prices in US dollars for a million of them."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(["chat", "embed"])
    context = serializers.IntegerField(help_text="0 if the vendor doesn't say.")  # type: ignore[assignment]  # a field
    abilities = serializers.ListField(child=serializers.ChoiceField(ALL), allow_null=True)
    input_price = serializers.CharField()
    output_price = serializers.CharField()


class OfferData(serializers.Serializer[Any]):
    """A model that may be picked. `id` is how requests name it, the default is the workspace's own."""

    id = serializers.CharField()
    model = serializers.CharField()
    connection = serializers.CharField()
    context = serializers.IntegerField(help_text="0 if the vendor doesn't say.")  # type: ignore[assignment]  # a field
    abilities = serializers.ListField(child=serializers.ChoiceField(ALL), allow_null=True)
    input_price = serializers.CharField()
    output_price = serializers.CharField()
    is_default = serializers.BooleanField()


def offer_data(offer: Offer, default: str) -> dict[str, Any]:
    """Return a model as OfferData has it. By hand, as there may be hundreds."""
    told = {
        name: getattr(offer.model, name) for name in ("context", "abilities", "input_price", "output_price")
    }
    named = {"id": offer.id, "model": offer.model.id, "connection": offer.connection}
    return {**named, **told, "is_default": offer.id == default}


class ModelConnectionData(serializers.ModelSerializer[ModelConnection]):
    """A connection. Of its key only the last four characters are told."""

    key = serializers.SerializerMethodField()
    works = serializers.SerializerMethodField()
    listed = ListedModelData(many=True)
    offered = serializers.ListField(child=serializers.CharField(), allow_null=True)

    class Meta:
        model = ModelConnection
        fields = (
            "id",
            "slug",
            "vendor",
            "name",
            "address",
            "key",
            "model",
            "listed",
            "offered",
            "works",
            "failure",
            "tested_at",
            "created_at",
        )

    def get_key(self, connection: ModelConnection) -> str:
        return masked_key(connection.key)

    def get_works(self, connection: ModelConnection) -> bool:
        return not connection.failure


class ConnectionChangeData(serializers.Serializer[Any]):
    """What can be changed of a connection. It is tested first, unless only its name changes."""

    name = StrictCharField(max_length=LONGEST_NAME, required=False)
    key = StrictCharField(max_length=LONGEST_KEY, required=False, write_only=True)
    address = StrictCharField(max_length=LONGEST_ADDRESS, required=False)
    model = StrictCharField(max_length=LONGEST_MODEL, required=False)


class ConnectionPatchData(ConnectionChangeData):
    """The same, and which of its models people may pick for their conversations."""

    offered = serializers.ListField(
        child=StrictCharField(max_length=LONGEST_MODEL),
        required=False,
        allow_null=True,
        help_text="Ids of listed models; null: all of them.",
    )


class NewConnectionData(ConnectionChangeData):
    """Which vendor's models to connect. `model` is the one to test, else the one that suits best."""

    vendor = StrictChoiceField(list(VENDORS))


class ModelRoleData(serializers.Serializer[Any]):
    """A role and who plays it: 'openai:gpt-4o', where `openai` is a connection's slug, or 'rules'."""

    role = serializers.ChoiceField(PURPOSES)
    player = serializers.CharField()
    available = serializers.BooleanField()
    is_chosen = serializers.BooleanField()


_WHO = "Name a connection and its model, null for no model, or say 'default': true."


class RoleChangeData(serializers.Serializer[Any]):
    """Who is to play a role: a model of a connection, none if that is null, or whichever suits best."""

    connection_id = serializers.UUIDField(
        required=False, allow_null=True, help_text="Of the model; null: no model plays the role."
    )
    model = StrictCharField(max_length=LONGEST_MODEL, required=False)
    default = StrictBooleanField(required=False, help_text="true: whichever suits best.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what says nobody, and a model of no connection."""
        if not attrs.get("default") and "connection_id" not in attrs:
            raise serializers.ValidationError({"connection_id": _WHO})
        if attrs.get("model") and not attrs.get("connection_id"):
            raise serializers.ValidationError({"model": "A model needs the connection_id that it is of."})
        return attrs


class FoundServerData(serializers.Serializer[Any]):
    """A server of language models that runs on the site's own machine."""

    vendor = serializers.ChoiceField(list(VENDORS))
    address = serializers.CharField()
    models = serializers.ListField(child=serializers.CharField())
