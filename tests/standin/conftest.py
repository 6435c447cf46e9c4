"""The vendors' SDKs, loaded only by who runs these tests: every worker reads the files."""

from importlib import import_module
from types import ModuleType

import pytest


@pytest.fixture
def openai() -> ModuleType:
    return import_module("openai")


@pytest.fixture
def anthropic() -> ModuleType:
    return import_module("anthropic")
