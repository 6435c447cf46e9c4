"""Views: redirect to the issuer, and the return."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views import View

from omniforge.errors import OmniForgeError
from omniforge.tenants.admission import continue_sign_in, sign_in
from omniforge.tenants.invitations import find_invitation
from omniforge.tenants.models import User
from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.oidc.flow import Pending, begin, complete
from omniforge.tenants.oidc.issuer import is_set_up
from omniforge.tenants.oidc.people import connect, find_known, make_person
from omniforge.tenants.oidc.tokens import Claims


class OidcView(View):
    """Base: errors are shown on the page that the visitor came from."""

    http_method_names = ["get"]  # as Django declares it

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not is_set_up():
            raise Http404
        try:
            return super().dispatch(request, *args, **kwargs)
        except OmniForgeError as refusal:
            messages.error(request, refusal.message)
            return redirect("settings-account" if request.user.is_authenticated else "sign-in")


class ToIssuer(OidcView):
    """Redirect the visitor to the issuer."""

    def get(self, request: HttpRequest) -> HttpResponse:
        url = request.GET.get("next", "")
        is_ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure())
        invitation = request.GET.get("invitation", "")
        if invitation:
            find_invitation(invitation)  # an invalid invitation is reported before the redirect
        return redirect(begin(request, url=url if is_ours else "/", invitation=invitation))


class FromIssuer(OidcView):
    """Sign the returning visitor in, or connect their account if they are signed in."""

    def get(self, request: HttpRequest) -> HttpResponse:
        claims, pending = complete(request)
        if isinstance(request.user, User):
            connect(request.user, claims)
            mail_change_notice(request.user, "account.issuer_connected", request)
            messages.success(request, gettext("%(issuer)s connected.") % {"issuer": settings.OIDC_LABEL})
            return redirect("settings-account")
        if known := find_known(claims):
            return continue_sign_in(request, known, _way_on(pending), how=_how())
        return _welcome(request, claims, pending)


def _welcome(request: HttpRequest, claims: Claims, pending: Pending) -> HttpResponse:
    person, tenant_id = make_person(claims, invitation=pending.invitation)
    response = sign_in(request, person, pending.url, how=_how())
    request.session["tenant"] = str(tenant_id)
    return response


def _way_on(pending: Pending) -> str:
    """Return the next page of somebody with an account: the invitation, if they came from one."""
    return reverse("invitation", args=[pending.invitation]) if pending.invitation else pending.url


def _how() -> str:
    return f", by {settings.OIDC_ISSUER}"
