"""`/api/v1/agents/`, `/api/v1/skills/`: agents, their skills and runs, and skills; each by its name or id."""

from typing import Any, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents import services
from agents.models import AgentDefinition, AgentStatus, SkillDefinition
from agents.selectors import find_agents, find_skills, get_agent, get_skill, list_runs
from agents.serializers import (
    AgentChangeData,
    AgentData,
    AgentPage,
    NewAgentData,
    NewSkillData,
    RunData,
    RunPage,
    SkillData,
    SkillPage,
)
from omniforge.tenants.permissions import access_for

PAGE_SIZE = 50
Named = TypeVar("Named", AgentDefinition, SkillDefinition)
_CURSOR = OpenApiParameter("cursor", str, description="`next` of the page before.")


class AgentsView(APIView):
    """The workspace's agents."""

    @extend_schema(operation_id="agents_list", parameters=[_CURSOR], responses=AgentPage)
    def get(self, request: Request) -> Response:
        """Return the agents by name, 50 a page, without the archived ones."""
        agents, following = _page(find_agents(access_for(request)).prefetch_related("skills"), request)
        return Response({"next": following, "results": AgentData(agents, many=True).data})

    @extend_schema(request=NewAgentData, responses={201: AgentData})
    def post(self, request: Request) -> Response:
        """Make an agent. A name that is taken is a conflict."""
        wanted = _validated(NewAgentData(data=request.data))
        skills = tuple(wanted.pop("skills", ()))
        agent = services.create_agent(access=access_for(request), skills=skills, **wanted)
        return Response(AgentData(agent).data, status.HTTP_201_CREATED)


class AgentView(APIView):
    """One agent."""

    @extend_schema(responses=AgentData)
    def get(self, request: Request, agent: str) -> Response:
        """Return the agent."""
        return Response(AgentData(get_agent(access_for(request), agent)).data)

    @extend_schema(request=AgentChangeData(partial=True), responses=AgentData)
    def patch(self, request: Request, agent: str) -> Response:
        """Change what is given, and nothing else; each change is a version."""
        access = access_for(request)
        wanted = _validated(AgentChangeData(data=request.data, partial=True))
        new_status = wanted.pop("status", None)
        changed = services.update_agent(access=access, agent=agent, **wanted)
        if new_status:
            changed = services.set_status(
                access=access, agent=str(changed.pk), status=AgentStatus(new_status)
            )
        return Response(AgentData(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, agent: str) -> Response:
        """Archive the agent: it is in no list any more; its runs and versions are kept."""
        services.archive_agent(access=access_for(request), agent=agent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AgentSkillView(APIView):
    """A skill of an agent."""

    @extend_schema(request=None, responses=AgentData)
    def put(self, request: Request, agent: str, skill: str) -> Response:
        """Give the agent the skill."""
        changed = services.add_skill(access=access_for(request), agent=agent, skill=skill)
        return Response(AgentData(changed).data)

    @extend_schema(responses={200: AgentData})
    def delete(self, request: Request, agent: str, skill: str) -> Response:
        """Take the skill from the agent; the skill itself stays."""
        changed = services.remove_skill(access=access_for(request), agent=agent, skill=skill)
        return Response(AgentData(changed).data)


class AgentRunsView(APIView):
    """The runs of an agent."""

    @extend_schema(parameters=[_CURSOR], responses=RunPage)
    def get(self, request: Request, agent: str) -> Response:
        """Return the runs, newest first, 50 a page."""
        before = request.query_params.get("cursor")
        runs = list_runs(access_for(request), agent=agent, before=before, limit=PAGE_SIZE + 1)
        following = str(runs[PAGE_SIZE - 1].pk) if len(runs) > PAGE_SIZE else None
        return Response({"next": following, "results": RunData(runs[:PAGE_SIZE], many=True).data})


class SkillsView(APIView):
    """The workspace's skills."""

    @extend_schema(operation_id="skills_list", parameters=[_CURSOR], responses=SkillPage)
    def get(self, request: Request) -> Response:
        """Return the skills by name, 50 a page."""
        skills, following = _page(find_skills(access_for(request)), request)
        return Response({"next": following, "results": SkillData(skills, many=True).data})

    @extend_schema(request=NewSkillData, responses={201: SkillData})
    def post(self, request: Request) -> Response:
        """Make a skill. A name that is taken is a conflict."""
        skill = services.create_skill(
            access=access_for(request), **_validated(NewSkillData(data=request.data))
        )
        return Response(SkillData(skill).data, status.HTTP_201_CREATED)


class SkillView(APIView):
    """One skill."""

    @extend_schema(responses=SkillData)
    def get(self, request: Request, skill: str) -> Response:
        """Return the skill."""
        return Response(SkillData(get_skill(access_for(request), skill)).data)

    @extend_schema(request=NewSkillData(partial=True), responses=SkillData)
    def patch(self, request: Request, skill: str) -> Response:
        """Change what is given, and nothing else."""
        wanted = _validated(NewSkillData(data=request.data, partial=True))
        return Response(
            SkillData(services.update_skill(access=access_for(request), skill=skill, **wanted)).data
        )

    @extend_schema(responses={204: None})
    def delete(self, request: Request, skill: str) -> Response:
        """Delete the skill for good. While an agent uses it this is a conflict."""
        services.delete_skill(access=access_for(request), skill=skill)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _validated(data: serializers.Serializer[Any]) -> dict[str, Any]:
    data.is_valid(raise_exception=True)
    return dict(data.validated_data)


def _page(rows: QuerySet[Named], request: Request) -> tuple[list[Named], str | None]:
    """Return the rows after the request's cursor, a name, and the cursor of the page that follows."""
    found = list(rows.filter(slug__gt=request.query_params.get("cursor", ""))[: PAGE_SIZE + 1])
    following = found[PAGE_SIZE - 1].slug if len(found) > PAGE_SIZE else None
    return found[:PAGE_SIZE], following
