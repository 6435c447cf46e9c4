"""`/api/v1/search/` and `/api/v1/projects/…/search/`: searching documents and entities."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.projects.api.input_serializers import KINDS
from omniforge.projects.kinds import Kind
from omniforge.projects.search import LONGEST_QUERY, Hits, search_as_person
from omniforge.projects.selectors import require_project
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked

_MOST = 50  # hits


class SearchQuery(serializers.Serializer[Any]):
    """What is searched for, and where."""

    q = serializers.CharField(max_length=LONGEST_QUERY, help_text="Words, or a question.")
    kind = serializers.MultipleChoiceField(
        choices=KINDS,
        required=False,
        help_text="Only things of these kinds.",
        error_messages={"invalid_choice": f"This must be one of {', '.join(KINDS)}."},
    )
    limit = serializers.IntegerField(min_value=1, max_value=_MOST, default=10, help_text="How many at most.")


class HitData(serializers.Serializer[Any]):
    """A thing that was found. `snippet` shows why, `score` compares it with others of the same search."""

    kind = serializers.ChoiceField(KINDS)
    id = serializers.UUIDField()
    title = serializers.CharField()
    project_id = serializers.UUIDField()
    heading = serializers.CharField(help_text="The last one above the passage; may be empty.")
    snippet = serializers.CharField()
    score = serializers.FloatField(help_text="0 to 1")
    passage = serializers.IntegerField(help_text="Its number in the thing, from 0.")
    link = serializers.CharField()


class HitsData(serializers.Serializer[Any]):
    """What was found, best first. `note` says what the search couldn't do."""

    results = HitData(many=True)
    note = serializers.CharField()


class SearchView(APIView):
    """Everything in the workspace's projects."""

    @extend_schema(operation_id="search", parameters=[SearchQuery], responses=HitsData)
    def get(self, request: Request) -> Response:
        """Search all projects by words, and by meaning in those that allow it."""
        return _answer(_found(request, None))


class ProjectSearchView(APIView):
    """Everything in a project."""

    @extend_schema(operation_id="project_search", parameters=[SearchQuery], responses=HitsData)
    def get(self, request: Request, project_id: UUID) -> Response:
        """Search a project by words, and by meaning if it allows that."""
        require_project(access_for(request), project_id)
        return _answer(_found(request, project_id))


def _found(request: Request, project_id: UUID | None) -> Hits:
    access, wanted = access_for(request), checked(SearchQuery(data=request.query_params))
    return search_as_person(
        access,
        wanted["q"],
        project_id=project_id,
        kinds=[Kind(kind) for kind in wanted.get("kind", ())],
        limit=wanted["limit"],
    )


def _answer(hits: Hits) -> Response:
    return Response(HitsData({"results": hits, "note": hits.note}).data)
