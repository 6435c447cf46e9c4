"""Atomic file writes, also with concurrent writers."""

from concurrent.futures import ThreadPoolExecutor

from omniforge.storage.durable import write_durably


def test_concurrent_durable_writes_leave_one_whole_file(tmp_path):
    """Two containers that share a folder may use the same process id."""
    contents = [bytes([number]) * 10_000 for number in range(8)]
    with ThreadPoolExecutor(8) as writers:
        for _ in range(10):
            list(writers.map(lambda content: write_durably(tmp_path / "one", content), contents))
            assert (tmp_path / "one").read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
