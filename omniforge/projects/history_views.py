"""What happened in a project: its latest lines, its history, and taking back what one call did."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.generic import TemplateView

from omniforge.errors import NotFound, OmniForgeError
from omniforge.projects.activity import activity
from omniforge.projects.differences import differences
from omniforge.projects.forms import UndoForm
from omniforge.projects.selectors import history, one
from omniforge.projects.services import undo_batch
from omniforge.projects.views import RECENT, ProjectView
from omniforge.tenants.models import Role

_LINES = 30  # of a history, a page


class RecentPart(ProjectView, TemplateView):
    """What happened last in a project, as its page shows it; asked for when something has changed."""

    template_name = "projects/acts.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project = self.project
        acts = activity(self.access, project, limit=RECENT)
        return super().get_context_data(project=project, acts=acts, **kwargs)


class HistoryPage(ProjectView, TemplateView):
    """What happened in a project, or to `?thing=` in it; with `?change=` what that change altered."""

    template_name = "projects/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project, asked = self.project, self.request.GET
        thing, before, change = (_id_in(asked.get(name, "")) for name in ("thing", "before", "change"))
        acts = activity(self.access, project, limit=_LINES, before=before, thing_id=thing)
        kwargs |= {"project": project, "acts": acts, "thing": thing, "is_whole": len(acts) < _LINES}
        if change:
            version = one(history(self.access, project.pk), change)
            kwargs |= {"version": version, "lines": differences(version)}
        return super().get_context_data(may_write=self.access.role != Role.AUDITOR, **kwargs)


class UndoCall(ProjectView):
    """The button that takes back what one call did; what was left, because it has changed since, is told."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, project_id: UUID, batch: UUID) -> HttpResponse:
        form = UndoForm(request.POST)
        if not form.is_valid() or not history(self.access, self.project.pk).filter(batch=batch).exists():
            raise NotFound
        try:
            undone = undo_batch(access=self.access, batch=batch)
        except OmniForgeError as refusal:
            messages.error(request, refusal.message)
        else:
            for sentence in undone.left or ["Taken back."]:
                messages.info(request, sentence)
        thing = form.cleaned_data["thing"]
        return redirect(reverse("project-history", args=[project_id]) + (f"?thing={thing}" if thing else ""))


def _id_in(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
