"""The pages of skills: the list with starter library and import, and one skill with its versions."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views.generic import TemplateView

from agents.definitions.changes import change_in_skill
from agents.definitions.selectors import find_agents, find_skills, get_skill, with_agents
from agents.definitions.services import export_skill, import_skills
from agents.definitions.skills.archive import MOST_BYTES
from agents.definitions.skills.library import library
from agents.definitions.versions import list_versions
from agents.pages.agents import shown_version
from agents.pages.forms import ImportForm
from omniforge.tenants.models import Role
from omniforge.tenants.views.actions import ServiceAction
from omniforge.tenants.views.base import ServiceFormView, WorkspaceView


class SkillListPage(WorkspaceView, ServiceFormView):
    """The skills of the workspace, those of the library that it lacks, and the import of others."""

    template_name = "skills/list.html"
    form_class = ImportForm
    success_url = reverse_lazy("skills")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        skills = find_skills(self.access)
        own = set(skills.values_list("slug", flat=True))
        kwargs |= self.page_of(with_agents(self.access, skills), "slug")
        kwargs |= {
            "library": [skill for skill in library().values() if skill.name not in own],
            "may_write": self.access.role != Role.AUDITOR,
        }
        return super().get_context_data(**kwargs)

    def act(self, **fields: Any) -> None:
        archive = fields["archive"].read(MOST_BYTES + 1)
        imported = import_skills(access=self.access, archive=archive, replace=bool(fields["replace"]))
        names = ", ".join(skill.slug for skill in imported.skills)
        messages.success(self.request, gettext("Imported: {names}.").format(names=names))
        for warning in imported.warnings:
            messages.warning(self.request, warning)


class SkillPage(WorkspaceView, TemplateView):
    """One skill, by its name. A missing one and another workspace's are the same 404."""

    template_name = "skills/detail.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        skill = get_skill(self.access, kwargs["slug"])
        kwargs |= {
            "skill": skill,
            "agents": find_agents(self.access).filter(skills=skill),
            "versions": list_versions(skill.versions.all()),
            "change": change_in_skill(skill, shown_version(self.request, skill.version)),
            "may_write": self.access.role != Role.AUDITOR,
        }
        return super().get_context_data(**kwargs)


class SkillDownload(WorkspaceView):
    """A skill as a zip."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        name, archive = export_skill(access=self.access, skill=slug)
        headers = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
        return HttpResponse(archive, "application/zip", headers=headers)


class SkillAction(ServiceAction):
    """A button on a skill's page."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.next_page = reverse("skill", args=[kwargs["skill"]])
