"""`/api/v1/projects/…/import/` and `…/export/`: files that become documents, and a project as a zip."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from agents.api.skill_files import ZIP, ZipView
from agents.tools.workspace.archives import IncomingFile
from agents.tools.workspace.export import export_project
from agents.tools.workspace.file_import import import_files
from omniforge.errors import InvalidInput
from omniforge.projects.selectors import get_project, require_project
from omniforge.tenants.permissions import access_for
from omniforge.tenants.throttling import MessageLimitedView
from omniforge.web.request_data import validated


class ImportedFiles(serializers.Serializer[Any]):
    """Markdown, text, CSV, Excel, Word and PDF files, and zips of them. Folders become documents."""

    files = serializers.ListField(child=serializers.FileField(), allow_empty=False)
    paths = serializers.ListField(
        child=serializers.CharField(max_length=1_000),
        required=False,
        help_text="Their paths in the same order, as 'Research/Rivals.md', where they come out of folders.",
    )
    parent_id = serializers.UUIDField(required=False, help_text="The document below which to put them.")


class ImportData(serializers.Serializer[Any]):
    """The ids of the documents that were made, and the files that were left out, each with the reason."""

    entities_created = serializers.ListField(child=serializers.UUIDField())
    left_out = serializers.ListField(child=serializers.CharField())


class ProjectImportView(MessageLimitedView):
    """Files that become documents of a project."""

    parser_classes = [MultiPartParser]

    @extend_schema(request={"multipart/form-data": ImportedFiles}, responses={201: ImportData})
    def post(self, request: Request, project_id: UUID) -> Response:
        """Make documents of files. It counts as a message, for the limit."""
        access = access_for(request)
        require_project(access, project_id)
        wanted = validated(ImportedFiles(data=request.data))
        imported = import_files(
            access=access,
            project_id=project_id,
            parent_id=wanted.get("parent_id"),
            files=_incoming(wanted["files"], wanted.get("paths", ())),
        )
        return Response(ImportData(imported).data, status.HTTP_201_CREATED)


class ProjectExportView(ZipView):
    """A project as a file."""

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, project_id: UUID) -> HttpResponse:
        """Return a zip: documents as Markdown in folders, all else as CSV in the folder `tables`."""
        access = access_for(request)
        named = content_disposition_header(True, f"{get_project(access, project_id).name}.zip")
        headers = {"Content-Disposition": named or "attachment", "Cache-Control": "private, no-store"}
        return HttpResponse(export_project(access, project_id), content_type=ZIP, headers=headers)


def _incoming(files: "Sequence[UploadedFile[bytes]]", paths: Sequence[str]) -> list[IncomingFile]:
    if paths and len(paths) != len(files):
        raise InvalidInput("Send one path for each file, in the same order, or none at all.")
    names = paths or [file.name or "" for file in files]
    return [IncomingFile(name, file.read()) for name, file in zip(names, files, strict=True)]
