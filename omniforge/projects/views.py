"""The pages of projects: all of them, one with its documents and work, one thing, search."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.generic import TemplateView

from omniforge.errors import InvalidInput, NotFound
from omniforge.projects.activity import activity
from omniforge.projects.forms import NewProjectForm
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Project
from omniforge.projects.overview import ProjectLine, overview
from omniforge.projects.page_data import project_data, thing_data
from omniforge.projects.search import LONGEST_QUERY, Hits, search_as_person
from omniforge.projects.selectors import find_projects, get_project, get_thing
from omniforge.projects.services import ProjectService
from omniforge.projects.titles import titles_of
from omniforge.projects.tree import path_of
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from omniforge.tenants.views.base import ServiceFormView, WorkspaceView

_PROJECTS = 50  # per page
_TRASH = 200
RECENT = 6  # lines of activity on the project's own page
_HITS = 30


class ProjectListPage(WorkspaceView, ServiceFormView):
    """All projects of the workspace, a form for a new one, and those in the trash."""

    template_name = "projects/list.html"
    form_class = NewProjectForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        trash = find_projects(self.access, deleted=True).filter(deleted_at__isnull=False)
        lines, following = self._lines()
        kwargs |= {"lines": lines, "next": following, "trash": trash.order_by("-deleted_at")[:_TRASH]}
        return super().get_context_data(may_write=self.access.role != Role.AUDITOR, **kwargs)

    def _lines(self) -> tuple[list[ProjectLine], str | None]:
        cursor = self.request.GET.get("cursor")
        try:
            return overview(self.access, {"limit": _PROJECTS} | ({"cursor": cursor} if cursor else {}))
        except InvalidInput as error:
            raise NotFound() from error

    def act(self, **fields: Any) -> HttpResponse:
        return redirect("project", ProjectService(self.access).create(**fields).row.pk)


class SearchPage(WorkspaceView, TemplateView):
    """The hits in all projects for `?q=`. `note` is about what the search could not do."""

    template_name = "projects/search.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        query = self.request.GET.get("q", "").strip()[:LONGEST_QUERY]
        hits = search_as_person(self.access, query, limit=_HITS) if query else Hits([])
        names = dict(
            find_projects(self.access)
            .filter(pk__in={hit.project_id for hit in hits})
            .values_list("pk", "name")
        )
        found = [(hit, names.get(hit.project_id, "")) for hit in hits]
        return super().get_context_data(query=query, found=found, note=hits.note, **kwargs)


class ProjectView(WorkspaceView):
    """Base of a project's pages. A missing project and another workspace's give the same 404."""

    @property
    def project(self) -> Project:
        """The project that the path names. Raises NotFound."""
        return get_project(self.access, self.kwargs["project_id"])


class ProjectPage(ProjectView, TemplateView):
    """A project: its documents as a tree, its work as lists and a board, its recent activity."""

    template_name = "projects/project.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project = self.project
        kwargs |= {"project": project, "data": project_data(self.access, project)}
        return super().get_context_data(acts=activity(self.access, project, limit=RECENT), **kwargs)


class ThingPage(ProjectView, TemplateView):
    """A document or an entity with its links. `kind` comes with the route."""

    def get_template_names(self) -> list[str]:
        return ["projects/document.html" if self.kwargs["kind"] is Kind.DOCUMENT else "projects/entity.html"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project, kind = self.project, kwargs["kind"]
        thing = get_thing(self.access, kind, kwargs["thing_id"])
        if thing.project_id != project.pk:
            raise NotFound
        above = _above(project, thing.pk) if kind is Kind.DOCUMENT else []
        kwargs |= {"project": project, "thing": thing, "above": above}
        return super().get_context_data(data=thing_data(self.access, thing), **kwargs)


def restore_project(*, access: Access, project_id: UUID) -> None:
    """Restore a project from the trash. Raises NotFound, NotAllowed."""
    ProjectService(access).restore(project_id)


def _above(project: Project, document_id: UUID) -> list[tuple[str, str]]:
    """Return ids and titles of a document's ancestors, from the top."""
    titles = titles_of(project)
    ids = [one for one in path_of(project.doc_structure, document_id) if one != document_id]
    return [(str(one), titles[one].title) for one in ids if one in titles]
