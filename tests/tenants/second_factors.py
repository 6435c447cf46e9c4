"""People with a second factor, and the codes of their phones."""

import re
import time

import pytest
from django.test import Client
from django.urls import reverse

from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import AuthenticatorApp
from omniforge.tenants.second_factor.services import confirm_app
from omniforge.tenants.second_factor.totp import SECONDS, code_at, new_secret
from tests.factories import PASSWORD


class Clock:
    """The time that codes are made and checked at."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        patch.setattr(time, "time", self._tick)

    def _tick(self) -> float:
        self.now += 0.001  # no two moments are the same
        return self.now

    def pass_step(self, steps: int = 1) -> None:
        self.now += steps * SECONDS


def code_of(access: Access, *, steps: int = 0) -> str:
    """Return the code of a person's app now, or `steps` time steps later."""
    secret = AuthenticatorApp.objects.get(user_id=access.user_id).secret
    return _code_now(secret, steps)


def code_shown(client: Client) -> str:
    """Return the current code for the secret shown on the set-up page."""
    page = client.get(reverse("set-up-second-factor")).content.decode()
    key = re.search(r'<code class="codes"[^>]*>([A-Z2-7 ]+)</code>', page)
    assert key, page
    return _code_now(key[1].replace(" ", ""))


def _code_now(secret: str, steps: int = 0) -> str:
    return code_at(secret, int(time.time()) // SECONDS + steps)


def set_up(access: Access, clock: Clock) -> list[str]:
    """Give a person an app; returns their recovery codes. The code of now is used by that."""
    person = User.objects.get(pk=access.user_id)
    secret = new_secret()
    codes = confirm_app(person=person, secret=secret, code=_code_now(secret))
    clock.pass_step()
    return codes


def password_given(access: Access, client: Client | None = None, **extra: str) -> Client:
    """Return a browser in which the person's password was right."""
    client = client or Client()
    email = User.objects.get(pk=access.user_id).email
    client.post(reverse("sign-in"), {"email": email, "password": PASSWORD}, **extra)
    return client


def give_code(client: Client, code: str, **extra: str):
    return client.post(reverse("second-step"), {"code": code}, **extra)
