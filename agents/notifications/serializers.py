"""What the API of web hooks takes and gives."""

from typing import Any

from rest_framework import serializers

from agents.models import WebHook
from agents.notifications.selectors import masked_address
from agents.notifications.services import LONGEST_NAME, LONGEST_URL
from omniforge.web.strict_fields import StrictCharField


class WebHookData(serializers.ModelSerializer[WebHook]):
    """A web hook. Of its address only the host is shown."""

    url = serializers.SerializerMethodField()

    class Meta:
        model = WebHook
        fields: tuple[str, ...] = (
            "id",
            "slug",
            "url",
            "created_at",
            "delivered_at",
            "failed_at",
            "failure",
        )

    def get_url(self, hook: WebHook) -> str:
        return masked_address(hook)


class WebHookWithSecret(WebHookData):
    """A new web hook, with the secret by which its messages are signed."""

    class Meta(WebHookData.Meta):
        fields: tuple[str, ...] = (*WebHookData.Meta.fields, "secret")


class SecretData(serializers.ModelSerializer[WebHook]):
    """The secret of a web hook."""

    class Meta:
        model = WebHook
        fields = ("secret",)


class TestMessageData(serializers.Serializer[Any]):
    """What came back."""

    __test__ = False  # for pytest
    said = serializers.CharField()


class NewWebHookData(serializers.Serializer[Any]):
    """A web hook's name and its address, as Slack and others give it."""

    slug = StrictCharField(max_length=LONGEST_NAME)
    url = StrictCharField(max_length=LONGEST_URL)
