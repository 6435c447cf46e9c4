"""`/api/v1/sources/`: feeds, pages and more that agents read for what is new."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.tools.sources.looking import check_source
from agents.tools.sources.selectors import find_sources
from agents.tools.sources.serializers import NewSourceData, SourceData
from agents.tools.sources.services import add_source, remove_source
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import validated


class SourcesView(APIView):
    """The sources of the workspace; everybody's agents read them."""

    required_scope = "admin"

    @extend_schema(responses=SourceData(many=True))
    def get(self, request: Request) -> Response:
        """Return the sources by name, and how the last look at each went."""
        return Response(SourceData(find_sources(access_for(request)), many=True).data)

    @extend_schema(request=NewSourceData, responses={201: SourceData})
    def post(self, request: Request) -> Response:
        """Add a source. It is looked at first: what can't be read isn't kept."""
        wanted = validated(NewSourceData(data=request.data))
        source = add_source(access=access_for(request), **wanted)
        return Response(SourceData(source).data, status.HTTP_201_CREATED)


class SourceView(APIView):
    """One source, by its name or its id."""

    required_scope = "admin"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, source: str) -> Response:
        """Remove the source, and what was seen in it."""
        remove_source(access=access_for(request), source=source)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SourceCheckView(APIView):
    """Whether a source can be read at the moment."""

    required_scope = "admin"

    @extend_schema(request=None, responses=SourceData)
    def post(self, request: Request, source: str) -> Response:
        """Look at the source now. What fails is told, and kept with it."""
        return Response(SourceData(check_source(access=access_for(request), source=source)).data)
