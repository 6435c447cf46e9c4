"""`/api/v1/projects/`: the projects of the workspace."""

from datetime import UTC
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from omniforge.projects.api.input_serializers import NewProject, ProjectChanges, VersionQuery
from omniforge.projects.api.output_serializers import ProjectData, ProjectPage, Tree
from omniforge.projects.api.paging import PageQuery, newest, query_of
from omniforge.projects.models import Project
from omniforge.projects.representation import represent
from omniforge.projects.selectors import find_projects, get_project, one
from omniforge.projects.services import ProjectService
from omniforge.projects.titles import tree_titles
from omniforge.tenants.permissions import access_for
from omniforge.web.request_data import checked, validated


class ProjectQuery(PageQuery):
    """Which projects."""

    deleted = serializers.BooleanField(default=False, help_text="Those in the trash, and only them.")


class ProjectsView(APIView):
    """The projects of the workspace."""

    @extend_schema(operation_id="projects_list", parameters=[ProjectQuery], responses=ProjectPage)
    def get(self, request: Request) -> Response:
        """List them, the one in which something changed last first."""
        wanted = query_of(request, ProjectQuery)
        projects = find_projects(access_for(request), deleted=True).defer("doc_structure")
        page, following = newest(projects.filter(deleted_at__isnull=not wanted["deleted"]), wanted)
        return Response({"next": following, "results": [_item(project) for project in page]})

    @extend_schema(request=NewProject, responses={201: ProjectData})
    def post(self, request: Request) -> Response:
        """Make a project, with a document that holds its context."""
        made = ProjectService(access_for(request)).create(**validated(NewProject(data=request.data)))
        return Response(represent(made.row), status.HTTP_201_CREATED)


class ProjectView(APIView):
    @extend_schema(responses=ProjectData)
    def get(self, request: Request, project_id: UUID) -> Response:
        """Return the project."""
        return Response(represent(get_project(access_for(request), project_id)))

    @extend_schema(request=ProjectChanges, responses=ProjectData)
    def patch(self, request: Request, project_id: UUID) -> Response:
        """Change what is given, and nothing else."""
        fields = validated(ProjectChanges(data=request.data))
        return Response(represent(ProjectService(access_for(request)).update(project_id, **fields).row))

    @extend_schema(parameters=[VersionQuery], responses={204: None})
    def delete(self, request: Request, project_id: UUID) -> Response:
        """Put the project, with all that is in it, into the trash."""
        query = checked(VersionQuery(data=request.query_params))
        ProjectService(access_for(request)).delete(project_id, **query)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ProjectRestoreView(APIView):
    """A project in the trash."""

    @extend_schema(request=None, responses=ProjectData)
    def post(self, request: Request, project_id: UUID) -> Response:
        """Bring the project back. One that is not deleted stays as it is."""
        return Response(represent(ProjectService(access_for(request)).restore(project_id).row))


class ProjectTreeView(APIView):
    """The tree of a project's documents."""

    @extend_schema(responses=Tree)
    def get(self, request: Request, project_id: UUID) -> Response:
        """Return the whole tree, each document with its title, description and length."""
        projects = find_projects(access_for(request)).defer("doc_structure")
        return Response(tree_titles(one(projects, project_id)))


def _item(project: Project) -> dict[str, Any]:
    changed = project.updated_at.astimezone(UTC).isoformat()
    return represent(project, without="doc_structure") | {"updated_at": changed}
