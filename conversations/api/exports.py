"""`/api/v1/conversations/…/export/`: one conversation as a file."""

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from conversations.record.export import Form, export_conversation
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked
from omniforge.web.strict_fields import StrictChoiceField


class ExportQuery(serializers.Serializer[Any]):
    """Which file it is to be. It is named in the address, since a link has no header `Accept` of its own."""

    form = StrictChoiceField([form.value for form in Form], default=Form.MARKDOWN.value)


class ExportView(APIView):
    """A conversation as a file."""

    @extend_schema(
        parameters=[ExportQuery],
        responses={
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
        },
    )
    def get(self, request: Request, conversation_id: UUID) -> StreamingHttpResponse:
        """Download it: Markdown with what stands, or JSON with answers that were superseded, too."""
        form = Form(checked(ExportQuery(data=request.query_params))["form"])
        export = export_conversation(access_for(request), conversation_id, form)
        response = StreamingHttpResponse(export.pieces, content_type=export.media_type)
        response["Content-Disposition"] = content_disposition_header(True, export.name)
        response["Cache-Control"] = "no-store"
        return response
