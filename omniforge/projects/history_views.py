"""Pages of a project's recent activity, history and trash, and undo of one call."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.generic import TemplateView

from omniforge.errors import InvalidInput, NotFound, OmniForgeError
from omniforge.projects.activity import activity
from omniforge.projects.api.paging import decode_cursor
from omniforge.projects.differences import differences
from omniforge.projects.forms import UndoForm
from omniforge.projects.selectors import history, one
from omniforge.projects.services import Undone, undo_batch
from omniforge.projects.trash import Place, trash_of
from omniforge.projects.views import RECENT, ProjectView
from omniforge.storage.ids import as_id
from omniforge.tenants.models import Role
from omniforge.tenants.services import retention_days_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LINES = 30  # per page of a history or trash


class RecentPart(ProjectView, TemplateView):
    """The recent activity on a project's page, fetched again after a change."""

    template_name = "projects/acts.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project = self.project
        acts = activity(self.access, project, limit=RECENT)
        return super().get_context_data(project=project, acts=acts, **kwargs)


class HistoryPage(ProjectView, TemplateView):
    """The history of a project, or of `?thing=` in it. With `?change=` the differences of that change."""

    template_name = "projects/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project, asked = self.project, self.request.GET
        thing, before, change = (as_id(asked.get(name, "")) for name in ("thing", "before", "change"))
        acts = activity(self.access, project, limit=_LINES, before=before, thing_id=thing)
        kwargs |= {"project": project, "acts": acts, "thing": thing, "is_whole": len(acts) < _LINES}
        if change:
            version = one(history(self.access, project.pk), change)
            kwargs |= {"version": version, "lines": differences(version)}
        return super().get_context_data(may_write=self.access.role != Role.AUDITOR, **kwargs)


class TrashPage(ProjectView, TemplateView):
    """Deleted objects of a project, by whom and when. `?after=` is the cursor of the next page."""

    template_name = "projects/trash.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        project, after = self.project, _place_in(self.request.GET.get("after", ""))
        things = trash_of(project.pk, _LINES, after)
        kwargs |= {"project": project, "things": things, "is_whole": len(things) < _LINES}
        days = retention_days_of(project.tenant)
        return super().get_context_data(may_write=self.access.role != Role.AUDITOR, days=days, **kwargs)


class UndoCall(ProjectView):
    """Undoes one call, then redirects to `page`, which shows the result."""

    http_method_names = ["post"]
    page = "project-history"
    done: "StrOrPromise" = gettext_lazy("Taken back.")

    def post(self, request: HttpRequest, project_id: UUID, batch: UUID) -> HttpResponse:
        form = UndoForm(request.POST)
        if not form.is_valid() or not history(self.access, self.project.pk).filter(batch=batch).exists():
            raise NotFound
        try:
            self._tell(undo_batch(access=self.access, batch=batch))
        except OmniForgeError as refusal:
            messages.error(request, gettext(refusal.message))
        thing = form.cleaned_data["thing"]
        return redirect(reverse(self.page, args=[project_id]) + (f"?thing={thing}" if thing else ""))

    def _tell(self, undone: Undone) -> None:
        if undone.changes:
            messages.success(self.request, str(self.done))
        elif not undone.left:
            messages.info(self.request, gettext("There was nothing left to take back."))
        for sentence in undone.left:
            messages.warning(self.request, sentence)


def _place_in(text: str) -> Place | None:
    try:
        return decode_cursor({"cursor": text})
    except InvalidInput:  # not a cursor of ours: the first page is shown
        return None
