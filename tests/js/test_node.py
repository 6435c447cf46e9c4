"""Scripts that need no browser, tested by node's own test runner."""

import subprocess
from pathlib import Path

import pytest

from tests.js.node import node
from tests.services import skip_for_want_of

HERE = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name)
def test_javascript_tests_pass_in_node(path: Path) -> None:
    program = node()
    if program is None:
        skip_for_want_of("node")
    ended = subprocess.run([program, "--test", str(path)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "\n# pass 0\n" not in ended.stdout
