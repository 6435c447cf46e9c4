"""`POST /api/v1/hooks/{secret}`: an external program starts an agent."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations.schedules.deliveries import Delivery, accept_delivery


class StartedData(serializers.Serializer[Any]):
    """The run that a delivery starts. It is that of a turn, too."""

    run_id = serializers.UUIDField()


class HookView(APIView):
    """An agent's incoming web hook. Whoever knows the address may use it. A secret can be asked for, too."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(auth=[], request=OpenApiTypes.OBJECT, responses={202: StartedData})
    def post(self, request: Request, secret: str) -> Response:
        """Start the agent with a JSON or form body of at most 256 KB as data, and answer at once.

        The same X-Delivery-Id is the same run. Unknown and disabled addresses are both 404.
        """
        delivery = Delivery(request.headers, request.content_type or "", request.body)
        return Response({"run_id": accept_delivery(secret, delivery)}, status=202)
