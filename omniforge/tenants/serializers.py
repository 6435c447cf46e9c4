"""What the API of a workspace takes and gives."""

from typing import Any

from rest_framework import serializers

from omniforge.tenants.keys import SCOPES
from omniforge.tenants.models import ApiKey, Invitation, Membership, Role
from omniforge.tenants.preferences import LONGEST
from omniforge.web.strict_fields import StrictCharField, StrictChoiceField, StrictIntegerField


class MeSerializer(serializers.Serializer[Any]):
    """Who is asking, where, and what they may do."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    name = serializers.CharField()
    workspace = serializers.SlugField()
    workspace_name = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)
    scopes = serializers.ListField(child=serializers.ChoiceField(sorted(SCOPES)))


class PreferencesSerializer(serializers.Serializer[Any]):
    """How a person likes answers in the workspace. Empty: nothing is said."""

    preferences = StrictCharField(max_length=LONGEST, allow_blank=True)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member of the workspace. `id` is the membership's."""

    email = serializers.EmailField(source="user.email")
    name = serializers.CharField(source="user.name")

    class Meta:
        model = Membership
        fields = ("id", "email", "name", "role", "created_at")


class MemberPage(serializers.Serializer[Any]):
    """Some of the members. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = MemberSerializer(many=True)


class ApiKeySerializer(serializers.ModelSerializer[ApiKey]):
    """A key as it is listed: never itself, only its first characters."""

    user = serializers.EmailField(source="user.email")
    scopes = serializers.ListField(child=serializers.ChoiceField(sorted(SCOPES)))

    class Meta:
        model = ApiKey
        fields = ("id", "name", "prefix", "user", "scopes", "created_at", "expires_at", "last_used_at")


class ApiKeyPage(serializers.Serializer[Any]):
    """Some of the keys. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = ApiKeySerializer(many=True)


class NewApiKeySerializer(serializers.Serializer[Any]):
    """What is asked for with a new key. Without `days` it is valid until it is revoked."""

    name = StrictCharField(max_length=80)
    scopes = serializers.ListField(
        child=StrictChoiceField(sorted(SCOPES)), min_length=1, max_length=len(SCOPES)
    )
    days = StrictIntegerField(min_value=1, max_value=3650, required=False)


class MadeApiKeySerializer(ApiKeySerializer):
    """A key in the answer that made it: the only place where `key` is."""

    key = serializers.CharField()

    class Meta(ApiKeySerializer.Meta):
        fields = (*ApiKeySerializer.Meta.fields, "key")  # type: ignore[assignment]


class SessionSerializer(serializers.Serializer[Any]):
    """A browser in which a person is signed in. `seen_at`, its last use, is exact to five minutes."""

    id = serializers.CharField()
    browser = serializers.CharField()
    seen_at = serializers.DateTimeField()
    is_current = serializers.BooleanField()


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An open invitation. Without `email` it is for whoever has its link."""

    class Meta:
        model = Invitation
        fields = ("id", "email", "role", "created_at", "expires_at")


class InvitationPage(serializers.Serializer[Any]):
    """Some of the invitations. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = InvitationSerializer(many=True)


class NewInvitationSerializer(serializers.Serializer[Any]):
    """Whom to invite, and as what. Without `email` the link is for anyone, once."""

    email = serializers.EmailField(required=False, allow_blank=True)
    role = StrictChoiceField(Role.choices, required=False)


class MadeInvitationSerializer(InvitationSerializer):
    """An invitation in the answer that made it: `link` is null if it was mailed, and shown nowhere else."""

    link = serializers.CharField(allow_null=True)

    class Meta(InvitationSerializer.Meta):
        fields = (*InvitationSerializer.Meta.fields, "link")  # type: ignore[assignment]


class UsageSerializer(serializers.Serializer[Any]):
    """This month's calls of one model for one purpose. `cost` is in US dollars."""

    purpose = serializers.CharField()
    provider = serializers.CharField()
    model = serializers.CharField()
    calls = serializers.IntegerField()
    failed = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost = serializers.DecimalField(max_digits=18, decimal_places=8)
