"""Previews of attached files in a model's prompt, also of files that cannot be read for a while."""

from pathlib import Path

import pytest

from agents.runs.previews import preview_files
from omniforge.files import storage
from omniforge.files.attached import AttachedFile
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

pytestmark = pytest.mark.django_db(transaction=True)


async def test_unreadable_file_is_reported_until_it_can_be_read(ann: Access, tmp_path: Path):
    file = await in_database(store_file, access=ann, name="tea.txt", content=b"Green tea.")
    attached = AttachedFile(file.pk, file.name, file.media_type, file.size)
    kept, away = storage.folder() / file.path, tmp_path / "away"
    kept.rename(away)
    [lost] = await preview_files(ann, [attached])
    assert "It cannot be read: The content of tea.txt is lost or damaged" in lost
    away.rename(kept)
    [found] = await preview_files(ann, [attached])
    assert "Green tea." in found and "cannot be read" not in found
