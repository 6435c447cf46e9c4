"""The pages of passkeys. The browser's part is in `static/js/door/passkeys.js`."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy
from django.views import View

from omniforge.errors import InvalidInput, NotAllowed, OmniForgeError
from omniforge.tenants.admission import sign_in
from omniforge.tenants.models import User
from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.second_factor.forms import AnswerForm, PasskeyForm
from omniforge.tenants.second_factor.models import Passkey
from omniforge.tenants.second_factor.passkeys import (
    add_passkey,
    ask_for_passkey,
    begin_passkey,
    list_passkeys,
    person_of_passkey,
    remove_passkey,
)
from omniforge.tenants.second_factor.views import Adding, Prove, ShowingCodes
from omniforge.tenants.views.base import ServiceFormView
from omniforge.web.problems import problem


class AddPasskey(Adding):
    """Asks for name and password. The response has the creation options for the page's script."""

    form_class = PasskeyForm
    template_name = "tenants/passkey_add.html"

    def act(self, **fields: Any) -> HttpResponse:
        self.prove(fields)
        return JsonResponse(begin_passkey(self.request, person=self.person, name=fields["name"]))

    def form_invalid(self, form: Any) -> HttpResponse:
        return problem(InvalidInput(_said(form)))

    def ask_to_sign_in(self) -> HttpResponse:
        if self.request.method != "POST":
            return super().ask_to_sign_in()
        return problem(
            NotAllowed(gettext("You signed in more than ten minutes ago. Sign out and in again first."))
        )


class Answered(ServiceFormView):
    """Base: receives a device's response. Errors are shown on the page `back`."""

    form_class = AnswerForm
    http_method_names = ["post"]  # as Django declares it
    back = ""

    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, _said(form))
        return redirect(self.back)


class FinishPasskey(LoginRequiredMixin, ShowingCodes, Answered):
    """Store a new passkey."""

    back = "add-passkey"
    success_url = reverse_lazy("settings-account")

    def act(self, **fields: Any) -> HttpResponse | None:
        assert isinstance(self.request.user, User)  # ensured by LoginRequiredMixin
        codes = add_passkey(self.request, person=self.request.user, answer=fields["credential"])
        mail_change_notice(self.request.user, "account.passkey_added", self.request)
        if codes:
            return self.show_codes(codes)
        self.done = gettext("Passkey added.")
        return None


class UsePasskey(Answered):
    """Sign in with a passkey alone, which verifies the person by finger, face or PIN."""

    back = "sign-in"

    def act(self, **fields: Any) -> HttpResponse:
        person = person_of_passkey(self.request, fields["credential"])
        host, secure = {self.request.get_host()}, self.request.is_secure()
        is_ours = url_has_allowed_host_and_scheme(fields["next"], host, secure)
        return sign_in(self.request, person, fields["next"] if is_ours else "/", how=", by passkey")


class PasskeyOptions(View):
    """Request options for the page's script, to sign in."""

    http_method_names = ["post"]  # as Django declares it

    def post(self, request: HttpRequest) -> HttpResponse:
        try:
            return JsonResponse(ask_for_passkey(request))
        except OmniForgeError as refusal:
            return problem(refusal)


class RemovePasskey(Prove):
    title, button, done = (
        gettext_lazy("Remove passkey"),
        gettext_lazy("Remove"),
        gettext_lazy("Passkey removed."),
    )
    passkey: Passkey

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User):
            self.passkey = get_object_or_404(list_passkeys(request.user), pk=kwargs["passkey_id"])
            self.lede = gettext("%(passkey)s won't sign you in any more. Delete it on your device too.") % {
                "passkey": self.passkey
            }
        return super().dispatch(request, *args, **kwargs)

    def do(self) -> None:
        remove_passkey(self.person, self.passkey)
        mail_change_notice(self.person, "account.passkey_removed", self.request)


def _said(form: Any) -> str:
    return " ".join(str(said) for errors in form.errors.values() for said in errors)
