"""Packages import only from those below them, as the contract in pyproject.toml demands, and little early."""

import subprocess
import sys
from pathlib import Path

from tests.site import ROOT


def test_import_contracts_hold():
    program = Path(sys.executable).with_name("lint-imports")
    ended = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_rarely_needed_libraries_are_imported_lazily():
    late = "genai_prices icalendar opentelemetry.sdk pint redis simpleeval snowballstemmer"
    code = f"""import omniforge.asgi, omniforge.urls, sys
from agents.handlers.registry import handlers
handlers()
sys.exit(", ".join({{*{late.split()}}} & {{*sys.modules}}) or None)"""
    command = [sys.executable, "-W", "ignore", "-c", code]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not ended.returncode, ended.stderr
