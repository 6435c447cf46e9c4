"""Packages import only from those below them, as the contract in pyproject.toml demands."""

import subprocess
import sys
from pathlib import Path

from tests.site import ROOT


def test_the_import_contract_holds():
    program = Path(sys.executable).with_name("lint-imports")
    ended = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
