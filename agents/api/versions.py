"""`…/versions/` of agents and skills: earlier versions, their differences, and restoring one."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.serializers import AgentData, SkillData
from agents.definitions import services
from agents.definitions.changes import compare
from agents.definitions.selectors import get_agent, get_skill
from agents.definitions.skills.versions import diff_skill
from agents.definitions.versions import Version, get_version, list_versions
from agents.models import AgentDefinition, SkillDefinition
from omniforge.tenants.permissions import access_for
from omniforge.web.paging import CURSOR, PAGE_SIZE, cut_page
from omniforge.web.request_data import checked

_TO = OpenApiParameter("to", int, description="The number of the version to compare with; the current one.")


class VersionData(serializers.Serializer[Any]):
    """One version, without its content. `changed_by` is null if that person is gone."""

    number = serializers.IntegerField()
    changed_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class VersionPage(serializers.Serializer[Any]):
    """Some of the versions, newest first. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = VersionData(many=True)


class FieldChange(serializers.Serializer[Any]):
    """A field with the value that it kept, lost or got."""

    change = serializers.ChoiceField(("kept", "removed", "added"))
    field = serializers.CharField()
    value = serializers.CharField()


class AgentDiff(serializers.Serializer[Any]):
    """How an agent differs from one version to another, field by field."""

    number = serializers.IntegerField()
    to = serializers.IntegerField()
    lines = FieldChange(many=True)


class SkillDiff(serializers.Serializer[Any]):
    """How a skill's files differ from one version to another, as a unified diff. Empty if they don't."""

    number = serializers.IntegerField()
    to = serializers.IntegerField()
    diff = serializers.CharField(allow_blank=True)


class _Numbers(serializers.Serializer[Any]):
    """The numbers of versions in a query."""

    to = serializers.IntegerField(min_value=1, required=False)
    cursor = serializers.IntegerField(min_value=1, required=False)


class AgentVersionsView(APIView):
    @extend_schema(parameters=[CURSOR], responses=VersionPage)
    def get(self, request: Request, agent: str) -> Response:
        """Return the versions, newest first, 50 a page."""
        return _listed(get_agent(access_for(request), agent).versions.all(), request)


class AgentDiffView(APIView):
    """Two versions of an agent."""

    @extend_schema(parameters=[_TO], responses=AgentDiff)
    def get(self, request: Request, agent: str, number: int) -> Response:
        """Compare a version with another one, field by field."""
        found = get_agent(access_for(request), agent)
        earlier, later = _two(found.versions.all(), number, _other(found, request))
        lines = compare(earlier.snapshot, later.snapshot)
        return Response(AgentDiff({"number": number, "to": later.number, "lines": lines}).data)


class AgentRestoreView(APIView):
    """An old version of an agent."""

    @extend_schema(request=None, responses=AgentData)
    def post(self, request: Request, agent: str, number: int) -> Response:
        """Give the agent the version's content and skills, as a new version. Name and status stay."""
        restored = services.restore_agent(access=access_for(request), agent=agent, number=number)
        return Response(AgentData(restored).data)


class SkillVersionsView(APIView):
    @extend_schema(parameters=[CURSOR], responses=VersionPage)
    def get(self, request: Request, skill: str) -> Response:
        """Return the versions, newest first, 50 a page."""
        return _listed(get_skill(access_for(request), skill).versions.all(), request)


class SkillDiffView(APIView):
    """Two versions of a skill."""

    @extend_schema(parameters=[_TO], responses=SkillDiff)
    def get(self, request: Request, skill: str, number: int) -> Response:
        """Compare a version with another one, as a unified diff of the files."""
        found = get_skill(access_for(request), skill)
        earlier, later = _two(found.versions.all(), number, _other(found, request))
        diff = diff_skill(earlier, later)
        return Response(SkillDiff({"number": number, "to": later.number, "diff": diff}).data)


class SkillRestoreView(APIView):
    """An old version of a skill."""

    @extend_schema(request=None, responses=SkillData)
    def post(self, request: Request, skill: str, number: int) -> Response:
        """Give the skill the version's content, as a new version. Its name stays."""
        restored = services.restore_skill(access=access_for(request), skill=skill, number=number)
        return Response(SkillData(restored).data)


def _listed(versions: QuerySet[Version], request: Request) -> Response:
    before = checked(_Numbers(data=request.query_params)).get("cursor")
    found, following = cut_page(
        list_versions(versions, before=before, limit=PAGE_SIZE + 1), lambda version: version.number
    )
    return Response({"next": following, "results": VersionData(found, many=True).data})


def _other(changed: AgentDefinition | SkillDefinition, request: Request) -> int:
    return int(checked(_Numbers(data=request.query_params)).get("to", changed.version))


def _two(versions: QuerySet[Version], number: int, to: int) -> tuple[Version, Version]:
    return get_version(versions, number), get_version(versions, to)
