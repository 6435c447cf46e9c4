"""Connections to the stand-in, which answers on loopback as every vendor does."""

from collections.abc import Callable

import pytest

from omniforge.tenants.access import Access
from omniforge.tenants.connected.services import connect_models
from omniforge.tenants.models import ModelConnection
from tests.standin import ModelServer

KEY = "sk-test-0123456789-wxyz"


@pytest.fixture
def connect(ann: Access, model_server: ModelServer) -> Callable[..., ModelConnection]:
    """Return how Ann connects the stand-in, as some server at its address."""

    def connect(access: Access = ann, **fields: str) -> ModelConnection:
        wanted = {"vendor": "compatible", "address": f"{model_server.url}/v1", "key": KEY} | fields
        return connect_models(access=access, **wanted)

    return connect
