"""`/api/v1/agents/`: agents, their skills and runs. Each by its name or id."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.serializers import (
    AgentChangeData,
    AgentData,
    AgentPage,
    CopyData,
    NewAgentData,
    RunData,
    RunPage,
)
from agents.api.tool_names import require_tools
from agents.definitions import services
from agents.definitions.selectors import find_agents, get_agent, list_runs
from omniforge.tenants.permissions import access_for
from omniforge.web.paging import CURSOR, PAGE_SIZE, cut_page, page_by
from omniforge.web.request_data import validated


class AgentsView(APIView):
    """The workspace's agents."""

    @extend_schema(operation_id="agents_list", parameters=[CURSOR], responses=AgentPage)
    def get(self, request: Request) -> Response:
        """Return the agents by name, 50 a page, without the archived ones."""
        agents = find_agents(access_for(request)).prefetch_related("skills")
        page, following = page_by("slug", agents, request.query_params.get("cursor"))
        return Response({"next": following, "results": AgentData(page, many=True).data})

    @extend_schema(request=NewAgentData, responses={201: AgentData})
    def post(self, request: Request) -> Response:
        """Make an agent. A name that is taken is a conflict."""
        access, wanted = access_for(request), validated(NewAgentData(data=request.data))
        require_tools(access, wanted, "tools")
        skills = tuple(wanted.pop("skills", ()))
        agent = services.create_agent(access=access, skills=skills, **wanted)
        return Response(AgentData(agent).data, status.HTTP_201_CREATED)


class AgentView(APIView):
    @extend_schema(responses=AgentData)
    def get(self, request: Request, agent: str) -> Response:
        """Return the agent."""
        return Response(AgentData(get_agent(access_for(request), agent)).data)

    @extend_schema(request=AgentChangeData(partial=True), responses=AgentData)
    def patch(self, request: Request, agent: str) -> Response:
        """Change what is given, all of it or nothing. With a status an archived agent comes back."""
        access, wanted = access_for(request), validated(AgentChangeData(data=request.data, partial=True))
        if "tools" in wanted:
            require_tools(access, wanted, "tools", kept=get_agent(access, agent).tools)
        changed = services.change_agent(access=access, agent=agent, **wanted)
        return Response(AgentData(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, agent: str) -> Response:
        """Archive the agent: it is in no list any more. Its runs and versions are kept."""
        services.archive_agent(access=access_for(request), agent=agent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AgentSkillView(APIView):
    @extend_schema(request=None, responses=AgentData)
    def put(self, request: Request, agent: str, skill: str) -> Response:
        """Give the agent the skill."""
        changed = services.add_skill(access=access_for(request), agent=agent, skill=skill)
        return Response(AgentData(changed).data)

    @extend_schema(responses={200: AgentData})
    def delete(self, request: Request, agent: str, skill: str) -> Response:
        """Take the skill from the agent. The skill itself stays."""
        changed = services.remove_skill(access=access_for(request), agent=agent, skill=skill)
        return Response(AgentData(changed).data)


class AgentRunsView(APIView):
    @extend_schema(parameters=[CURSOR], responses=RunPage)
    def get(self, request: Request, agent: str) -> Response:
        """Return the runs, newest first, 50 a page."""
        before = request.query_params.get("cursor")
        found = list_runs(access_for(request), agent=agent, before=before, limit=PAGE_SIZE + 1)
        runs, following = cut_page(found, lambda run: run.pk)
        return Response({"next": following, "results": RunData(runs, many=True).data})


class AgentDuplicateView(APIView):
    """A copy of an agent."""

    @extend_schema(request=CopyData, responses={201: AgentData})
    def post(self, request: Request, agent: str) -> Response:
        """Copy the agent with its skills, under this name, else a free one. The copy is paused."""
        wanted = validated(CopyData(data=request.data))
        copied = services.duplicate_agent(access=access_for(request), agent=agent, **wanted)
        return Response(AgentData(copied).data, status.HTTP_201_CREATED)


class AgentCardView(APIView):
    """The card of an agent, which anybody may read while it is published."""

    @extend_schema(request=None, responses=AgentData)
    def put(self, request: Request, agent: str) -> Response:
        """Publish the card. Owners and admins only."""
        return self._set(request, agent, published=True)

    @extend_schema(responses={200: AgentData})
    def delete(self, request: Request, agent: str) -> Response:
        """Take the card back. Owners and admins only."""
        return self._set(request, agent, published=False)

    def _set(self, request: Request, agent: str, *, published: bool) -> Response:
        changed = services.set_published(access=access_for(request), agent=agent, published=published)
        return Response(AgentData(changed).data)
