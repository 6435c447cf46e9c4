"""What `make check` reports in scripts."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.js.check import is_installed
from tests.js.node import node
from tests.site import ROOT


@pytest.mark.skipif(not is_installed(), reason="`make check` installs TypeScript.")
def test_type_check_reports_unhandled_null(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text('document.getElementById("send").hidden = true;\n')
    config = {
        "extends": str(ROOT / "tsconfig.json"),
        "include": ["page.js"],
        "compilerOptions": {"types": []},
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    tsc = [node(), str(ROOT / "node_modules/typescript/bin/tsc"), "--project", str(tmp_path)]
    said = subprocess.run(tsc, capture_output=True, text=True).stdout
    assert "possibly 'null'" in said
