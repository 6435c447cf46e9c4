"""What a browser does on its way to the issuer and back."""

from urllib.parse import urlsplit

from django.contrib.messages import get_messages
from django.test import Client

from omniforge.tenants.models import AuditEntry
from tests.tenants.issuer_server import Issuer

HOME, BEGIN = "/settings/account/", "/sign-in/oidc/"
NEW = {"sub": "nia-1", "email": "Nia@acme.example", "email_verified": True, "name": "Nia"}


def there_and_back(client: Client, issuer: Issuer, **query: str):
    """Return the answer to a browser that went to the issuer and came back."""
    return come_back(client, issuer.sign_in(client.get(BEGIN, query).url))


def come_back(client: Client, address: str):
    return client.get(f"{urlsplit(address).path}?{urlsplit(address).query}")


def told(answer) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def is_in(client: Client) -> bool:
    return client.get(HOME).status_code == 200


def audited(action: str) -> list[str]:
    return list(AuditEntry.objects.filter(action=action).order_by("pk").values_list("reason", flat=True))
