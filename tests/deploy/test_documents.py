"""The operator's document names every file in deploy/."""

import pytest

from tests.site import ROOT

OPERATIONS = (ROOT / "docs/operations.md").read_text()
FILES = sorted(path.name for path in (ROOT / "deploy").rglob("*") if path.is_file())


@pytest.mark.parametrize("name", FILES)
def test_deploy_file_is_described_in_operations(name):
    assert name in OPERATIONS or name == "upstream.conf"
