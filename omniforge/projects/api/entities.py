"""`/api/v1/projects/…/entities/` and `/api/v1/entities/`: tasks, goals, plans, risks and so on."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.projects.api.input_serializers import STATES, EntityChanges, NewEntity, VersionQuery
from omniforge.projects.api.output_serializers import EntityData, EntityPage
from omniforge.projects.api.paging import PageQuery, newest, query_of
from omniforge.projects.kinds import ENTITY_KINDS, Kind
from omniforge.projects.representation import represent
from omniforge.projects.selectors import find_entities, one, require_project
from omniforge.projects.services import EntityService
from omniforge.tenants.access import Access
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated
from omniforge.web.strict_fields import StrictChoiceField


class EntityQuery(PageQuery):
    """Which entities."""

    kind = StrictChoiceField([kind.value for kind in ENTITY_KINDS], required=False)
    state = StrictChoiceField(STATES, required=False)
    due_before = serializers.DateField(required=False)


class EntitiesView(APIView):
    """What a project does, wants and fears."""

    @extend_schema(operation_id="entities_list", parameters=[EntityQuery], responses=EntityPage)
    def get(self, request: Request, project_id: UUID) -> Response:
        """List them, the one that changed last first."""
        access, wanted = access_for(request), query_of(request, EntityQuery)
        require_project(access, project_id)
        entities = find_entities(access).filter(project_id=project_id, **_conditions(wanted))
        page, following = newest(entities, wanted)
        return Response({"next": following, "results": [represent(entity) for entity in page]})

    @extend_schema(request=NewEntity, responses={201: EntityData})
    def post(self, request: Request, project_id: UUID) -> Response:
        """Make an entity of a kind."""
        fields = validated(NewEntity(data=request.data))
        made = EntityService(access_for(request), Kind(fields.pop("kind"))).create(project_id, **fields)
        return Response(represent(made.row), status.HTTP_201_CREATED)


class EntityView(APIView):
    @extend_schema(responses=EntityData)
    def get(self, request: Request, entity_id: UUID) -> Response:
        """Return the entity."""
        return Response(represent(one(find_entities(access_for(request)), entity_id)))

    @extend_schema(request=EntityChanges, responses=EntityData)
    def patch(self, request: Request, entity_id: UUID) -> Response:
        """Change what is given, and nothing else."""
        fields = validated(EntityChanges(data=request.data))
        return Response(represent(_service(access_for(request), entity_id).update(entity_id, **fields).row))

    @extend_schema(parameters=[VersionQuery], responses={204: None})
    def delete(self, request: Request, entity_id: UUID) -> Response:
        """Put the entity into the trash. Its links go."""
        query = checked(VersionQuery(data=request.query_params))
        _service(access_for(request), entity_id).delete(entity_id, **query)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntityRestoreView(APIView):
    """An entity in the trash."""

    @extend_schema(request=None, responses=EntityData)
    def post(self, request: Request, entity_id: UUID) -> Response:
        """Bring the entity back, without its links. One that is not deleted stays as it is."""
        return Response(represent(_service(access_for(request), entity_id).restore(entity_id).row))


def _conditions(wanted: dict[str, Any]) -> dict[str, Any]:
    names = {"kind": "kind", "state": "state", "due_before": "due_on__lt"}
    return {condition: wanted[name] for name, condition in names.items() if name in wanted}


def _service(access: Access, entity_id: UUID) -> EntityService:
    """Return the service for an entity's kind, even if it is in the trash. Raises NotFound."""
    return EntityService(access, Kind(one(find_entities(access, deleted=True), entity_id).kind))
