"""The fixture for tests that talk to a model: import it in a conftest."""

from collections.abc import Iterator

import pytest

from tests.standin.server import ModelServer
from tests.standin.thread import running


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A stand-in for both vendors: `.script(pattern, reply)`, `.fail(fault)`, `.requests`, `.providers`."""
    with running(ModelServer()) as server:
        yield server
