"""Whatever happens to a process that parses a file, the site goes on and says something useful."""

import pytest

from agents.files import apart
from agents.files.apart import run_apart
from agents.files.errors import Unreadable

GREEDY = "tests.agents.files.greedy"


async def test_the_file_comes_back_as_the_work_gave_it():
    assert await run_apart(GREEDY, {"wish": "nothing"}, b"a\nb\x00") == b"a\nb\x00"


@pytest.mark.parametrize("wish", ["memory", "disk"])
async def test_what_takes_too_much_is_ended(wish, tmp_path):
    path = tmp_path / "taken"
    with pytest.raises(Unreadable, match="damaged, or far larger than it looks"):
        await run_apart(GREEDY, {"wish": wish, "path": str(path)})
    assert not path.exists() or path.read_bytes() == b""


async def test_what_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(apart, "_SECONDS", 1)
    with pytest.raises(Unreadable, match="takes too long"):
        await run_apart(GREEDY, {"wish": "time"})


async def test_it_knows_none_of_our_secrets(monkeypatch):
    monkeypatch.setenv("FIELD_ENCRYPTION_KEY", "secret")
    known = (await run_apart(GREEDY, {"wish": "secrets"})).split()
    assert b"PATH" in known and b"FIELD_ENCRYPTION_KEY" not in known
