"""`/api/v1/skills/`: skills, each by its name or id."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.serializers import NewSkillData, SkillChangeData, SkillData, SkillPage
from agents.api.tool_names import require_tools
from agents.definitions import services
from agents.definitions.selectors import find_skills, get_skill
from omniforge.tenants.permissions import access_for
from omniforge.web.paging import CURSOR, page_by
from omniforge.web.request_data import validated


class SkillsView(APIView):
    """The workspace's skills."""

    @extend_schema(operation_id="skills_list", parameters=[CURSOR], responses=SkillPage)
    def get(self, request: Request) -> Response:
        """Return the skills by name, 50 a page."""
        cursor = request.query_params.get("cursor")
        skills, following = page_by("slug", find_skills(access_for(request)), cursor)
        return Response({"next": following, "results": SkillData(skills, many=True).data})

    @extend_schema(request=NewSkillData, responses={201: SkillData})
    def post(self, request: Request) -> Response:
        """Make a skill. A name that is taken is a conflict."""
        access, wanted = access_for(request), validated(NewSkillData(data=request.data))
        require_tools(access, wanted, "allowed_tools")
        skill = services.create_skill(access=access, **wanted)
        return Response(SkillData(skill).data, status.HTTP_201_CREATED)


class SkillView(APIView):
    @extend_schema(responses=SkillData)
    def get(self, request: Request, skill: str) -> Response:
        """Return the skill."""
        return Response(SkillData(get_skill(access_for(request), skill)).data)

    @extend_schema(request=SkillChangeData(partial=True), responses=SkillData)
    def patch(self, request: Request, skill: str) -> Response:
        """Change what is given, and nothing else."""
        wanted = validated(SkillChangeData(data=request.data, partial=True))
        access = access_for(request)
        if "allowed_tools" in wanted:
            require_tools(access, wanted, "allowed_tools", kept=get_skill(access, skill).allowed_tools)
        return Response(SkillData(services.update_skill(access=access, skill=skill, **wanted)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, skill: str) -> Response:
        """Delete the skill for good. While an agent uses it this is a conflict."""
        services.delete_skill(access=access_for(request), skill=skill)
        return Response(status=status.HTTP_204_NO_CONTENT)
