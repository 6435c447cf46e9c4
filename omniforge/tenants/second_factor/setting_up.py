"""The secret of an app during set-up: the same in all tabs of a browser, for an hour.

It is stored encrypted in the visitor's session, not with the account: otherwise another browser in which
the person is signed in would show it too, to whoever sits there.
"""

import time

from django.http import HttpRequest

from omniforge.storage.encryption import decrypt, encrypt
from omniforge.tenants.second_factor.totp import new_secret

_NAME = "authenticator_app"
_SECONDS = 60 * 60


def secret_being_set_up(request: HttpRequest) -> str:
    """Return the secret for this visitor's app."""
    kept = request.session.get(_NAME)
    if not kept or kept["until"] < time.time():
        kept = {"secret": encrypt(new_secret()), "until": time.time() + _SECONDS}
        request.session[_NAME] = kept
    return decrypt(kept["secret"], name="an authenticator app's secret")


def end_set_up(request: HttpRequest) -> None:
    """Delete the secret."""
    request.session.pop(_NAME, None)
