"""Starting a session after authentication, for every way of signing in."""

import time

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect

from omniforge.tenants.account_tries import know_browser
from omniforge.tenants.audit import record_of_account
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.selectors import has_second_factor
from omniforge.tenants.second_factor.step import begin_second_step, end_second_step
from omniforge.tenants.tries import client_address

_SIGNED_IN_AT = "signed_in_at"
_FRESH_SECONDS = 10 * 60


def continue_sign_in(request: HttpRequest, person: User, url: str, *, how: str = "") -> HttpResponse:
    """Sign a person in and redirect to `url`, via the second factor if they have one."""
    if has_second_factor(person):
        begin_second_step(request, person, url)
        return redirect("second-step")
    return sign_in(request, person, url, how=how)


def sign_in(request: HttpRequest, person: User, url: str, *, how: str = "") -> HttpResponse:
    """Sign a fully authenticated person in, and audit from where and `how`."""
    end_second_step(request)
    response = start_session(request, person, url)
    reason = f"from {client_address(request)}{how}"
    record_of_account(person, action="account.signed_in", reason=reason, by=person.pk)
    return response


def start_session(request: HttpRequest, person: User, url: str) -> HttpResponse:
    """Start a person's session, and mark the browser as known."""
    login(request, person)
    request.session[_SIGNED_IN_AT] = time.time()
    response = HttpResponseRedirect(url)  # `redirect` would try to resolve a view of this name
    know_browser(response, person)
    return response


def is_fresh(request: HttpRequest) -> bool:
    """Return whether the person signed in within the last ten minutes."""
    return time.time() - float(request.session.get(_SIGNED_IN_AT, 0)) < _FRESH_SECONDS
