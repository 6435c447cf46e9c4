"""`/api/v1/projects/…/trash/`: deleted objects of a project that can be restored."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.projects.api.output_serializers import TrashPage
from omniforge.projects.api.paging import PageQuery, cut_page, decode_cursor, query_of
from omniforge.projects.selectors import require_project
from omniforge.projects.trash import trash_of
from omniforge.tenants.permissions import access_for


class TrashView(APIView):
    """What is in the trash of a project."""

    @extend_schema(parameters=[PageQuery], responses=TrashPage)
    def get(self, request: Request, project_id: UUID) -> Response:
        """List the documents and entities that were deleted, last first."""
        wanted = query_of(request)
        require_project(access_for(request), project_id)
        found = trash_of(project_id, wanted["limit"] + 1, decode_cursor(wanted))
        page, following = cut_page(found, wanted["limit"], lambda one: one.cursor)
        return Response(TrashPage({"next": following, "results": page}).data)
