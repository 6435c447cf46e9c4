"""The pages of the second factor: the second step of a sign-in, set-up, removal, recovery codes."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from segno import make_qr

from omniforge.tenants.admission import is_fresh, sign_in
from omniforge.tenants.models import User
from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.second_factor.code_check import check_code
from omniforge.tenants.second_factor.forms import ProveForm, SetUpForm, StepForm
from omniforge.tenants.second_factor.selectors import find_app, has_second_factor
from omniforge.tenants.second_factor.services import confirm_app, remove_app, renew_recovery_codes
from omniforge.tenants.second_factor.setting_up import end_set_up, secret_being_set_up
from omniforge.tenants.second_factor.step import Pending, pending_step
from omniforge.tenants.second_factor.totp import app_address
from omniforge.tenants.second_factor.webauthn import passkey_host
from omniforge.tenants.selectors import list_workspaces
from omniforge.tenants.sign_in import confirm_password
from omniforge.tenants.views.base import ServiceFormView, SignedIn

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_TOO_LATE = gettext_noop("That took more than ten minutes. Sign in again.")


class SecondStep(ServiceFormView):
    """Asks for the code after a correct password."""

    form_class = StepForm
    template_name = "tenants/second_step.html"
    pending: Pending

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        pending = pending_step(request)
        if pending is None:
            messages.error(request, gettext(_TOO_LATE))
            return redirect("sign-in")
        self.pending = pending
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        has_passkey = self.pending.person.passkeys.filter(host=passkey_host(self.request)).exists()
        return super().get_context_data(has_passkey=has_passkey, next=self.pending.url, **kwargs)

    def act(self, **fields: Any) -> HttpResponse:
        check_code(self.request, person=self.pending.person, code=fields["code"])
        return sign_in(self.request, self.pending.person, self.pending.url)


class ShowingCodes(ServiceFormView):
    """Mix-in: a form that may show new recovery codes, once."""

    def show_codes(self, codes: list[str]) -> HttpResponse:
        """Show recovery codes."""
        self.template_name = "tenants/recovery_codes.html"
        return self.render_to_response(self.get_context_data(codes=codes))


class ProvenFormView(SignedIn, ShowingCodes):
    """Base: a form that asks for the password again, unless the person has just signed in."""

    success_url = reverse_lazy("settings-account")
    always_asks = False

    def get_form_kwargs(self) -> dict[str, Any]:
        asks = self.person.has_usable_password() and (self.always_asks or not is_fresh(self.request))
        return super().get_form_kwargs() | {"asks_password": asks}

    def prove(self, fields: dict[str, Any]) -> None:
        """Pop the password from `fields` and check it. Raises as `confirm_password`."""
        if "old_password" in fields:
            confirm_password(self.request, person=self.person, password=fields.pop("old_password"))


def _needs_more_than_password(person: User) -> bool:
    return has_second_factor(person) or not person.has_usable_password()


class Adding(ProvenFormView):
    """Base: a form that adds a second factor.

    A person who has one, or has no password, must have signed in just before: otherwise a session that was
    left open could be given a stranger's factor.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = request.user
        if isinstance(person, User) and not is_fresh(request) and _needs_more_than_password(person):
            return self.ask_to_sign_in()
        return super().dispatch(request, *args, **kwargs)

    def ask_to_sign_in(self) -> HttpResponse:
        """Return the response for a sign-in that is too old."""
        return render(self.request, "tenants/sign_in_again.html", status=403)


class SetUp(Adding):
    """Set up an app: its secret as a QR code and as text, and a first code."""

    form_class = SetUpForm
    template_name = "tenants/second_factor_set_up.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and find_app(request.user):
            return redirect("settings-account")
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if "codes" not in kwargs:
            kwargs |= self._shown()
        return super().get_context_data(**kwargs)

    def _shown(self) -> dict[str, Any]:
        secret = secret_being_set_up(self.request)
        address = app_address(secret, account=self.person.email, site=self.request.get_host())
        drawing = make_qr(address).svg_inline(border=4, light="#fff", omitsize=True, svgclass="qr")
        groups = [secret[at : at + 4] for at in range(0, len(secret), 4)]
        mine = list_workspaces(self.person)
        asking = [one.tenant for one in mine if one.tenant.requires_second_factor]
        others = [one.tenant for one in mine if not one.tenant.requires_second_factor]
        shown = {"drawing": drawing, "groups": groups, "host": passkey_host(self.request)}
        return shown if has_second_factor(self.person) else shown | {"asking": asking, "others": others}

    def act(self, **fields: Any) -> HttpResponse:
        self.prove(fields)
        secret, code = secret_being_set_up(self.request), fields["code"].replace(" ", "")
        codes = confirm_app(person=self.person, secret=secret, code=code)
        end_set_up(self.request)
        mail_change_notice(self.person, "account.authenticator_added", self.request)
        return self.show_codes(codes) if codes else redirect(self.success_url)


class Prove(ProvenFormView):
    """Base: an action that needs the person's password and a code."""

    form_class = ProveForm
    template_name = "tenants/second_factor_prove.html"
    always_asks = True
    title: "StrOrPromise" = ""
    lede: "StrOrPromise" = ""
    button: "StrOrPromise" = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and not has_second_factor(request.user):
            return redirect("settings-account")
        return super().dispatch(request, *args, **kwargs)

    def act(self, **fields: Any) -> HttpResponse | None:
        self.prove(fields)
        check_code(self.request, person=self.person, code=fields["code"])
        return self.do()

    @abstractmethod
    def do(self) -> HttpResponse | None:
        """Perform the action."""


class RemoveApp(Prove):
    title, button = gettext_lazy("Remove authenticator app"), gettext_lazy("Remove")
    lede = gettext_lazy("Your password then signs you in alone, unless you have another second factor.")
    done = gettext_lazy("Authenticator app removed.")

    def do(self) -> None:
        remove_app(self.person)
        mail_change_notice(self.person, "account.authenticator_removed", self.request)


class RenewCodes(Prove):
    """Replace the recovery codes."""

    title, button = gettext_lazy("New recovery codes"), gettext_lazy("Create codes")
    lede = gettext_lazy("You'll get ten new codes. The ones that you have now stop working.")

    def do(self) -> HttpResponse:
        codes = renew_recovery_codes(self.person)
        mail_change_notice(self.person, "account.recovery_codes_created", self.request)
        return self.show_codes(codes)
