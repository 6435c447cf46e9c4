"""The redirect to the issuer with state, nonce and PKCE challenge, and the return.

The expected values are stored in the visitor's session for ten minutes, and removed with the first
response. So a response that was started in another browser, or was used before, is invalid.
"""

import secrets
import time
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass
from hashlib import sha256
from hmac import compare_digest
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput
from omniforge.tenants.limits import undo_count
from omniforge.tenants.oidc.issuer import endpoints
from omniforge.tenants.oidc.tokens import Claims, read_claims, redeem
from omniforge.tenants.tries import client_network, count_try

_NAME = "oidc"
_SECONDS = 10 * 60
_ASKED_OF_NETWORK = 100  # in five minutes
_AGAIN = gettext_noop("That sign-in took too long, or began in another tab. Try again.")


@dataclass(frozen=True, slots=True)
class Pending:
    """The expected values, and the visitor's next page. `invitation` is a token, or empty."""

    state: str
    nonce: str
    verifier: str
    until: float
    url: str
    invitation: str


def begin(request: HttpRequest, *, url: str, invitation: str) -> str:
    """Return the authorization URL at the issuer.

    Raises IssuerFailed, and TooManyRequests if one network asks too often.
    """
    count_try("oidc", client_network(request), _ASKED_OF_NETWORK)
    at = endpoints().authorization
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    pending = Pending(state, nonce, verifier, time.time() + _SECONDS, url, invitation)
    request.session[_NAME] = asdict(pending)
    asked = {
        "response_type": "code",
        "client_id": settings.OIDC_CLIENT_ID,
        "redirect_uri": _redirect_uri(request),
        "scope": "openid email profile",
        "state": state,
        "nonce": nonce,
        "code_challenge": _challenge(verifier),
        "code_challenge_method": "S256",
    }
    return f"{at}{'&' if '?' in at else '?'}{urlencode(asked)}"


def complete(request: HttpRequest) -> tuple[Claims, Pending]:
    """Return the issuer's claims about the visitor, and the pending state.

    Raises InvalidInput for a response that doesn't match the visitor's request, and IssuerFailed.
    """
    pending = _take(request)
    if request.GET.get("error"):
        raise InvalidInput(
            gettext("%(issuer)s didn't sign you in. Try again, or sign in another way.")
            % {"issuer": settings.OIDC_LABEL}
        )
    if request.GET.get("iss", settings.OIDC_ISSUER) != settings.OIDC_ISSUER:  # RFC 9207
        raise InvalidInput(gettext(_AGAIN))
    tokens = redeem(
        request.GET.get("code", ""), verifier=pending.verifier, redirect_uri=_redirect_uri(request)
    )
    claims = read_claims(tokens, nonce=pending.nonce)
    undo_count("oidc", client_network(request))
    return claims, pending


def _take(request: HttpRequest) -> Pending:
    kept = request.session.pop(_NAME, None)
    pending = Pending(**kept) if kept else None
    if pending is None or pending.until < time.time():
        raise InvalidInput(gettext(_AGAIN))
    if not compare_digest(request.GET.get("state", "").encode(), pending.state.encode()):
        raise InvalidInput(gettext(_AGAIN))
    return pending


def _redirect_uri(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("oidc-callback"))


def _challenge(verifier: str) -> str:
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
