"""HTTP clients of people and their programs."""

from django.test import Client

from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from tests.factories import make_api_key


def program(access: Access, *scopes: str) -> Client:
    """Return a program of a person's, with all scopes or those that are named."""
    return Client(headers={"Authorization": f"Bearer {make_api_key(access, *scopes)}"})


def browser(access: Access) -> Client:
    """Return a person's browser, signed in."""
    client = Client()
    client.force_login(User.objects.get(pk=access.user_id))
    return client
