"""The vendors' SDKs, imported only by tests that use them, since every worker imports this file."""

from importlib import import_module
from types import ModuleType

import pytest


@pytest.fixture
def openai() -> ModuleType:
    return import_module("openai")


@pytest.fixture
def anthropic() -> ModuleType:
    return import_module("anthropic")
