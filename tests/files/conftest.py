"""A folder of files that a test has for itself."""

import pytest


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path
