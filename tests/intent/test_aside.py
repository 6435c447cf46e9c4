"""Long messages are read in a thread, so that the event loop serves others meanwhile."""

from threading import current_thread, main_thread

import pytest

from intent.aside import read_aside


@pytest.mark.parametrize(("message", "in_loop"), [("What is 2 + 3?", True), ("1+" * 5_000, False)])
async def test_only_a_long_message_is_read_in_a_thread(message: str, in_loop: bool):
    read_in = await read_aside(message, current_thread)
    assert (read_in is main_thread()) == in_loop
