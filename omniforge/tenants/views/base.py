"""Bases of pages: forms that call a service, and pages bound to a workspace."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.generic import FormView
from django.views.generic.base import View

from omniforge.errors import InvalidInput, NotAllowed, NotFound, OmniForgeError, SecondFactorNeeded
from omniforge.tenants.access import Access, access_of, work_in
from omniforge.tenants.forms import PageForm
from omniforge.tenants.models import User
from omniforge.web.paging import Kept, page_by

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ServiceFormView(FormView, ABC):  # type: ignore[type-arg]
    """A page with a form. `act` calls a service. Its errors are shown in the form."""

    done: "StrOrPromise" = ""

    @abstractmethod
    def act(self, **fields: Any) -> HttpResponse | None:
        """Submit the form. Returns a response, or None to redirect to `success_url`."""

    def form_valid(self, form: PageForm) -> HttpResponse:
        try:
            answer = self.act(**form.cleaned_data)
        except NotFound:
            raise
        except OmniForgeError as refusal:
            form.add_refusal(refusal)
            return set_retry_after(self.form_invalid(form), refusal)
        if self.done:
            messages.success(self.request, self.done)
        return answer or super().form_valid(form)


def at_top(address: str) -> str:
    """Return the address with an empty fragment, so that the page's message at the top is visible."""
    return f"{address}#top"


def set_retry_after(response: HttpResponse, refusal: OmniForgeError) -> HttpResponse:
    """Set the status and Retry-After of a page with a temporary error."""
    if refusal.retry_after is not None:
        response.status_code = refusal.status
        response["Retry-After"] = str(refusal.retry_after)
    return response


class SignedIn(LoginRequiredMixin):
    """Mix-in: needs a signed-in person (`person`)."""

    request: HttpRequest

    @cached_property
    def person(self) -> User:
        assert isinstance(self.request.user, User)  # ensured by LoginRequiredMixin
        return self.request.user


class WorkspaceView(SignedIn, View):
    """Base: a signed-in person in their workspace (`access`). Other tenants' objects are a 404."""

    def page_of(self, rows: QuerySet[Kept], column: str = "pk", *, newest: bool = False) -> dict[str, Any]:
        """Return a page of a list, from `?cursor=` on: `rows`, and the cursor `next`."""
        try:
            page, following = page_by(column, rows, self.request.GET.get("cursor"), newest=newest)
        except InvalidInput as error:
            raise NotFound() from error
        return {"rows": page, "next": following}

    @cached_property
    def access(self) -> Access:
        """The person in their chosen workspace. Raises NotAllowed if they have none."""
        access = access_of(self.person, tenant_id=self.request.session.get("tenant"))
        work_in(access)
        return access

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except NotFound as error:
            raise Http404 from error
        except SecondFactorNeeded:
            return redirect("set-up-second-factor")
        except NotAllowed as error:
            raise PermissionDenied(error.message) from error
