"""A project's history, and undo: `…/history/`, `…/undo/` of a call or of a turn."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.errors import NotFound
from omniforge.projects.api.output_serializers import HistoryPage, UndoneData
from omniforge.projects.api.paging import PageById, cut_page, query_of
from omniforge.projects.models import Version
from omniforge.projects.selectors import history, require_project
from omniforge.projects.services import Undone, undo_batch, undo_turn
from omniforge.tenants.permissions import access_for


class HistoryView(APIView):
    """What happened in a project."""

    @extend_schema(parameters=[PageById], responses=HistoryPage)
    def get(self, request: Request, project_id: UUID) -> Response:
        """List the changes of everything in it, newest first."""
        access, wanted = access_for(request), query_of(request, PageById)
        require_project(access, project_id)
        changes = history(access, project_id).defer("patch", "inverse", "place")
        changes = changes.filter(pk__lt=wanted["cursor"]) if "cursor" in wanted else changes
        limit = wanted["limit"]
        page, following = cut_page(list(changes[: limit + 1]), limit, lambda change: str(change.pk))
        return Response(HistoryPage({"next": following, "results": [_entry(one) for one in page]}).data)


class BatchUndoView(APIView):
    """What one call changed."""

    @extend_schema(request=None, responses=UndoneData)
    def post(self, request: Request, project_id: UUID, batch: UUID) -> Response:
        """Take back what this call changed, as far as nobody has changed it since."""
        access = access_for(request)
        require_project(access, project_id)
        if not history(access, project_id).filter(batch=batch).exists():
            raise NotFound()
        return Response(_undone(undo_batch(access=access, batch=batch)))


class TurnUndoView(APIView):
    """What a turn of yours changed in projects."""

    @extend_schema(request=None, responses=UndoneData)
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Take back what this turn changed, as far as nobody has changed it since."""
        return Response(_undone(undo_turn(access=access_for(request), turn_id=turn_id)))


def _entry(version: Version) -> dict[str, Any]:
    return {
        "id": version.pk,
        "who": str(version.changed_by) if version.changed_by else None,
        "when": version.created_at,
        "action": version.action,
        "entity_type": version.entity_type,
        "entity_id": version.entity_id,
        "name": version.name,
        "version": version.number,
        "batch": version.batch,
        "turn_id": version.turn_id,
    }


def _undone(undone: Undone) -> dict[str, Any]:
    return dict(UndoneData({"undone": undone.changes, "left": undone.left}).data)
