from pathlib import Path

import pytest

from omniforge.tenants.access import Access
from tests.isolation.things import Things, things_of


@pytest.fixture
def things(ann: Access, settings, tmp_path: Path) -> Things:
    settings.VAR = tmp_path  # where the file is kept
    return things_of(ann)
