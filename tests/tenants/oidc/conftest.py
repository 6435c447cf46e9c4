"""An issuer on loopback, and an account there that a person has connected."""

import pytest

from omniforge.tenants.oidc.models import IssuerAccount
from tests.tenants.issuer_server import CLIENT, SECRET, running_issuer


@pytest.fixture
def issuer(settings):
    with running_issuer() as running:
        settings.OIDC_ISSUER, settings.OIDC_LABEL = running.url, "Acme ID"
        settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
        yield running


@pytest.fixture
def connected(ann, issuer) -> IssuerAccount:
    """Ann's account at the issuer, which she has connected."""
    return IssuerAccount.objects.create(user_id=ann.user_id, issuer=issuer.url, subject="ann-1")
