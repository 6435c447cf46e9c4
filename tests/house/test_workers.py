"""A suite in several processes reports the same as in one, and reports processes that died."""

import subprocess
import sys
from pathlib import Path

_FILES = {
    "test_well.py": """
def test_holds(tmp_path_factory): assert tmp_path_factory.mktemp("own").parent.name.startswith("worker-")
def test_fails(): print("what it said"); assert not "right"
""",
    "test_dying.py": """
import os
def test_dies(): os._exit(9)
def test_never_comes_up(): pass
""",
    "test_skipped.py": """
import pytest
def test_is_skipped(): pytest.skip("for want of nothing")
""",
}
_ARGUMENTS = ("-q", "-rs", "-c", "/dev/null", "-p", "no:django", "-p", "no:asyncio", "-p", "tests.workers")


def test_suite_in_worker_processes_reports_every_outcome(tmp_path: Path) -> None:
    for name, text in _FILES.items():
        (tmp_path / name).write_text(text)
    command = [
        sys.executable,
        "-m",
        "pytest",
        *_ARGUMENTS,
        "--workers",
        "2",
        f"--rootdir={tmp_path}",
        tmp_path,
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    assert "2 failed, 1 passed, 1 skipped" in run.stdout
    assert "what it said" in run.stdout
    assert "ended with 9, and ran no further test" in run.stdout
    assert "for want of nothing" in run.stdout
