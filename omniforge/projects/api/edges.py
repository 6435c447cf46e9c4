"""`/api/v1/projects/…/edges/` and `/api/v1/edges/`: links between a project's objects."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.errors import NotFound
from omniforge.projects.api.input_serializers import EdgeChanges, NewEdge, VersionQuery
from omniforge.projects.api.output_serializers import EdgeData, EdgePage
from omniforge.projects.api.paging import PageById, cut_page, query_of
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.representation import represent
from omniforge.projects.selectors import edges_of, find_edges, get_thing, require_project
from omniforge.projects.services import EdgeService, Ref
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated


class EdgeQuery(PageById):
    """Which links."""

    of = serializers.UUIDField(required=False, help_text="Those from or to this document or entity.")


class EdgesView(APIView):
    """The links in a project."""

    @extend_schema(operation_id="edges_list", parameters=[EdgeQuery], responses=EdgePage)
    def get(self, request: Request, project_id: UUID) -> Response:
        """List them, oldest first."""
        access, wanted = access_for(request), query_of(request, EdgeQuery)
        require_project(access, project_id)
        edges = edges_of(access, wanted["of"]) if "of" in wanted else find_edges(access)
        edges = edges.filter(project_id=project_id)
        edges = edges.filter(pk__gt=wanted["cursor"]) if "cursor" in wanted else edges
        limit = wanted["limit"]
        page, following = cut_page(list(edges[: limit + 1]), limit, lambda edge: str(edge.pk))
        return Response({"next": following, "results": [represent(edge) for edge in page]})

    @extend_schema(request=NewEdge, responses={201: EdgeData})
    def post(self, request: Request, project_id: UUID) -> Response:
        """Link two things of the project. The same link again is a conflict."""
        access, wanted = access_for(request), validated(NewEdge(data=request.data))
        source, target = (
            Ref(Kind(wanted[f"{end}_kind"]), wanted[f"{end}_id"]) for end in ("source", "target")
        )
        if get_thing(access, *source).project_id != project_id:
            raise NotFound()
        made = EdgeService(access).create(source, Relation(wanted["relation"]), target)
        return Response(represent(made.row), status.HTTP_201_CREATED)


class EdgeView(APIView):
    """One link."""

    @extend_schema(responses=EdgeData)
    def get(self, request: Request, edge_id: UUID) -> Response:
        """Return the link."""
        return Response(represent(EdgeService(access_for(request)).read(edge_id)))

    @extend_schema(request=EdgeChanges, responses=EdgeData)
    def patch(self, request: Request, edge_id: UUID) -> Response:
        """Give the link another meaning."""
        wanted = validated(EdgeChanges(data=request.data))
        edges, relation = EdgeService(access_for(request)), Relation(wanted.pop("relation"))
        return Response(represent(edges.update(edge_id, relation, **wanted).row))

    @extend_schema(parameters=[VersionQuery], responses={204: None})
    def delete(self, request: Request, edge_id: UUID) -> Response:
        """Take the link away."""
        query = checked(VersionQuery(data=request.query_params))
        EdgeService(access_for(request)).delete(edge_id, **query)
        return Response(status=status.HTTP_204_NO_CONTENT)
