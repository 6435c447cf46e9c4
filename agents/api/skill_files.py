"""Skills as files: `/api/v1/skills/import/`, `…/export/`, and the starter library."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.serializers import SkillData
from agents.definitions import services
from agents.definitions.selectors import find_skills
from agents.definitions.skills.archive import MOST_BYTES
from agents.definitions.skills.library import library
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated

ZIP = "application/zip"


class SkillArchive(serializers.Serializer[Any]):
    """A zip with a folder for each skill: its SKILL.md, and other text files."""

    archive = serializers.FileField()


class _Replace(serializers.Serializer[Any]):
    replace = serializers.BooleanField(default=False)


class ImportedData(serializers.Serializer[Any]):
    """The skills as they stand now. `warnings` tell by line what is not kept or could not be checked."""

    skills = SkillData(many=True)
    warnings = serializers.ListField(child=serializers.CharField())


class LibrarySkillData(serializers.Serializer[Any]):
    """A skill of the starter library. `installed` says whether the workspace has one of its name."""

    name = serializers.CharField()
    description = serializers.CharField()
    instructions = serializers.CharField()
    allowed_tools = serializers.ListField(child=serializers.CharField())
    installed = serializers.BooleanField()


class _Zip(BaseRenderer):
    """Lets a program say that it accepts a zip. What is sent as one is never rendered."""

    media_type = ZIP
    format = "zip"


class ZipView(APIView):
    """A view whose answer is a zip, and else a problem as JSON."""

    renderer_classes = [_Zip, JSONRenderer]
    http_method_names = ["get", "head"]  # OPTIONS couldn't be rendered for clients that accept a zip


class SkillImportView(APIView):
    """Skills that come as files."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        request=SkillArchive,
        parameters=[
            OpenApiParameter("replace", bool, description="Give skills that are here a new version.")
        ],
        responses=ImportedData,
    )
    def post(self, request: Request) -> Response:
        """Take all skills of a zip, or none: every problem is told with its file and line."""
        replace = checked(_Replace(data=request.query_params.dict()))["replace"]
        archive = validated(SkillArchive(data=request.data))["archive"].read(MOST_BYTES + 1)
        imported = services.import_skills(access=access_for(request), archive=archive, replace=replace)
        return Response(ImportedData(imported).data)


class SkillExportView(ZipView):
    """A skill as a file."""

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, skill: str) -> HttpResponse:
        """Return the skill as a zip with its folder."""
        name, archive = services.export_skill(access=access_for(request), skill=skill)
        headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
        return HttpResponse(archive, content_type=ZIP, headers=headers)


class LibraryView(APIView):
    """The skills that come with the site."""

    @extend_schema(responses=LibrarySkillData(many=True))
    def get(self, request: Request) -> Response:
        """Return the skills of the starter library, by name."""
        own = set(find_skills(access_for(request)).values_list("slug", flat=True))
        shown = [
            {
                "name": skill.name,
                "description": skill.description,
                "instructions": skill.instructions,
                "allowed_tools": skill.allowed_tools,
                "installed": skill.name in own,
            }
            for skill in library().values()
        ]
        return Response(LibrarySkillData(shown, many=True).data)


class LibraryInstallView(APIView):
    """A skill that comes with the site."""

    @extend_schema(request=None, responses={201: SkillData})
    def post(self, request: Request, name: str) -> Response:
        """Copy the skill into the workspace, to be changed there. A skill of that name is a conflict."""
        skill = services.install_skill(access=access_for(request), name=name)
        return Response(SkillData(skill).data, status.HTTP_201_CREATED)
