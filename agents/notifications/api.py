"""`/api/v1/web-hooks/`: addresses to which the workspace's agents may post."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import WebHook
from agents.notifications.selectors import list_web_hooks, masked_address
from agents.notifications.services import (
    LONGEST_NAME,
    LONGEST_URL,
    add_web_hook,
    remove_web_hook,
    renew_secret,
)
from agents.notifications.trial_message import send_test
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated
from omniforge.web.strict_fields import StrictCharField


class WebHookData(serializers.ModelSerializer[WebHook]):
    """A web hook. Of its address only the host is shown."""

    url = serializers.SerializerMethodField()

    class Meta:
        model = WebHook
        fields: tuple[str, ...] = ("id", "slug", "url", "created_at", "delivered_at", "failed_at", "failure")

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

    __test__ = False  # keeps pytest from collecting it
    said = serializers.CharField()


class NewWebHookData(serializers.Serializer[Any]):
    """A web hook's name and its address, as Slack and others give it."""

    slug = StrictCharField(max_length=LONGEST_NAME)
    url = StrictCharField(max_length=LONGEST_URL)


class WebHooksView(APIView):
    """The web hooks of the workspace. Owners and admins make them, everybody's agents use them."""

    required_scope = "admin"

    @extend_schema(responses=WebHookData(many=True))
    def get(self, request: Request) -> Response:
        """Return the web hooks by name, without what is secret of their addresses."""
        return Response(WebHookData(list_web_hooks(access_for(request)), many=True).data)

    @extend_schema(request=NewWebHookData, responses={201: WebHookWithSecret})
    def post(self, request: Request) -> Response:
        """Add a web hook. Its secret is given this once. A name that is taken is a conflict."""
        wanted = validated(NewWebHookData(data=request.data))
        hook = add_web_hook(access=access_for(request), **wanted)
        return Response(WebHookWithSecret(hook).data, status.HTTP_201_CREATED)


class WebHookView(APIView):
    """One web hook, by its name or its id."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, web_hook: str) -> Response:
        """Remove the web hook. From now on nothing is posted to it."""
        remove_web_hook(access=access_for(request), web_hook=web_hook)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebHookSecretView(APIView):
    """The secret by which a web hook's messages are signed."""

    required_scope = "admin"

    @extend_schema(request=None, responses={201: SecretData})
    def post(self, request: Request, web_hook: str) -> Response:
        """Make another secret, which is given this once. The one before signs nothing more."""
        hook = renew_secret(access=access_for(request), web_hook=web_hook)
        return Response(SecretData(hook).data, status.HTTP_201_CREATED)


class WebHookTestView(APIView):
    """A test message."""

    required_scope = "admin"

    @extend_schema(request=None, responses=TestMessageData)
    def post(self, request: Request, web_hook: str) -> Response:
        """Post a test message and tell what came back, 422 if it wasn't taken."""
        said = send_test(access=access_for(request), web_hook=web_hook)
        return Response(TestMessageData({"said": said}).data)
