"""`/api/v1/files/`: what people attach to messages, and what agents wrote for them."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header, quote_etag
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.errors import InvalidInput
from omniforge.files.cards import link_to
from omniforge.files.models import StoredFile
from omniforge.files.pictures import get_picture, picture_of
from omniforge.files.selectors import content_of, get_file, list_files
from omniforge.files.services import delete_file, store_file
from omniforge.storage.ids import as_id
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.paging import PAGE_SIZE, cut_page
from omniforge.web.request_data import refuse_unknown


class FileData(serializers.ModelSerializer[StoredFile]):
    """A file without its content. `link` downloads it."""

    link = serializers.SerializerMethodField()

    class Meta:
        model = StoredFile
        fields = (
            "id",
            "name",
            "media_type",
            "size",
            "sha256",
            "conversation_id",
            "turn_id",
            "written_by_agent",
            "created_at",
            "link",
        )
        extra_kwargs = {"size": {"help_text": "Bytes."}}

    def get_link(self, file: StoredFile) -> str:
        return link_to(file)


class FilePage(serializers.Serializer[Any]):
    """A page of files, newest first."""

    next = serializers.UUIDField(allow_null=True)
    results = FileData(many=True)


class NewFile(serializers.Serializer[Any]):
    """One file. Its name says its type."""

    file = serializers.FileField()


class FilesView(MessageLimitedView):
    """A person's files."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="files_list",
        parameters=[
            OpenApiParameter("conversation_id", OpenApiTypes.UUID, description="Only those of this one."),
            OpenApiParameter("cursor", OpenApiTypes.UUID, description="`next` of the page before."),
        ],
        responses=FilePage,
    )
    def get(self, request: Request) -> Response:
        """Return the files, newest first, 50 a page."""
        found = list_files(
            access_for(request),
            conversation_id=_uuid(request, "conversation_id"),
            before=_uuid(request, "cursor"),
            limit=PAGE_SIZE + 1,
        )
        files, following = cut_page(found, lambda file: file.pk)
        return Response(FilePage({"next": following, "results": files}).data)

    @extend_schema(request={"multipart/form-data": NewFile}, responses={201: FileData})
    def post(self, request: Request) -> Response:
        """Keep a file, to be named in a message's `attachments`. It counts as a message, for the limit."""
        access, upload = access_for(request), request.FILES.get("file")
        if upload is None:
            raise InvalidInput("Send one file, as the field 'file' of multipart/form-data.")
        refuse_unknown(NewFile(data=request.data))
        file = store_file(access=access, name=upload.name or "", content=upload.read())
        return Response(FileData(file).data, status.HTTP_201_CREATED)


class FileView(APIView):
    @extend_schema(responses={(200, "*/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, file_id: UUID) -> HttpResponse:
        """Download it. It comes as an attachment with its own media type, never to be shown in place."""
        file = get_file(access_for(request), file_id)
        return HttpResponse(
            content_of(file),
            content_type=file.media_type,
            headers={
                "Content-Disposition": content_disposition_header(True, file.name) or "attachment",
                "Content-Security-Policy": "sandbox; default-src 'none'",
                "X-Content-Type-Options": "nosniff",
                "Cache-Control": "private, no-store",
            },
        )

    @extend_schema(responses={204: None})
    def delete(self, request: Request, file_id: UUID) -> Response:
        """Erase the file for good. A message that it was attached to still names it."""
        delete_file(access=access_for(request), file_id=file_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PictureView(APIView):
    """One image, to be shown small."""

    @extend_schema(responses={(200, "image/*"): OpenApiTypes.BINARY, 304: None})
    def get(self, request: Request, file_id: UUID) -> HttpResponse:
        """Show an image in place: PNG, JPEG, GIF or WebP, of up to 5 MB and 40 million pixels.

        All else is a 404, as a file that isn't there. A browser keeps it, and asks each time whether it may.
        """
        file = get_picture(access_for(request), file_id)
        headers = {
            "Content-Disposition": "inline",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-cache",
            "ETag": quote_etag(file.sha256),
        }
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return HttpResponse(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        return HttpResponse(picture_of(file), content_type=file.media_type, headers=headers)


def _uuid(request: Request, name: str) -> UUID | None:
    value = request.query_params.get(name, "")
    found = as_id(value)
    if value and found is None:
        raise InvalidInput.of(name, f"{name} must be a UUID.")
    return found
