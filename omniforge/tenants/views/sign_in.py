"""The pages before sign-in: first account, sign in, accept an invitation."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy

from omniforge.errors import NotFound
from omniforge.tenants.admission import continue_sign_in, start_session
from omniforge.tenants.audit import record_of_account
from omniforge.tenants.forms import FirstAccountForm, NewAccountForm, PageForm, SignInForm
from omniforge.tenants.invitations import accept_as_new_person, accept_invitation, find_invitation
from omniforge.tenants.models import Invitation, User
from omniforge.tenants.oidc.issuer import is_set_up
from omniforge.tenants.people import has_nobody
from omniforge.tenants.second_factor.webauthn import passkey_host
from omniforge.tenants.services import create_first_owner
from omniforge.tenants.views.base import ServiceFormView, set_retry_after


class SignIn(LoginView):
    """Address and password, then redirects to `next`. Without accounts it redirects to creating the first."""

    form_class = SignInForm  # type: ignore[assignment]
    template_name = "tenants/sign_in.html"
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("first-account") if has_nobody() else super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(passkey_host=passkey_host(self.request), **_issuer(), **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        return set_retry_after(response, form.refusal) if form.refusal else response

    def form_valid(self, form: Any) -> HttpResponse:
        return continue_sign_in(self.request, form.get_user(), self.get_success_url())


def _issuer() -> dict[str, str]:
    return {"issuer_label": settings.OIDC_LABEL if is_set_up() else ""}


class SignOut(LogoutView):
    """End the session."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            record_of_account(request.user, action="account.signed_out", by=request.user.pk)
        return super().post(request, *args, **kwargs)


class FirstAccount(ServiceFormView):
    """Creates the owner's account and the workspace. Exists only while there are no accounts."""

    form_class = FirstAccountForm
    template_name = "tenants/first_account.html"
    success_url = reverse_lazy("first-model")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs) if has_nobody() else redirect("sign-in")

    def act(self, **fields: Any) -> HttpResponse:
        return start_session(self.request, create_first_owner(**fields), str(self.success_url))


class AcceptInvitation(ServiceFormView):
    """An invitation's link: join with the signed-in account, or with a new one."""

    template_name = "tenants/invitation.html"
    success_url = "/"
    invitation: Invitation

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            self.invitation = find_invitation(kwargs["token"])
            return super().dispatch(request, *args, **kwargs)
        except NotFound as error:  # also if somebody else accepts it concurrently
            return render(request, "tenants/invitation_gone.html", {"error": error}, status=404)

    def get_form_class(self) -> type[PageForm]:
        return PageForm if self.request.user.is_authenticated else NewAccountForm

    def get_form(self, form_class: type[PageForm] | None = None) -> PageForm:
        form: PageForm = super().get_form(form_class)
        if self.invitation.email and "email" in form.fields:
            form.fields["email"].initial = self.invitation.email
            form.fields["email"].disabled = True
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(invitation=self.invitation, **_issuer(), **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        token = self.kwargs["token"]
        if isinstance(self.request.user, User):
            accept_invitation(token=token, user=self.request.user)
            response: HttpResponse = redirect(self.success_url)
        else:
            person = accept_as_new_person(token=token, **fields)
            response = start_session(self.request, person, self.success_url)
        self.request.session["tenant"] = str(self.invitation.tenant_id)
        return response
