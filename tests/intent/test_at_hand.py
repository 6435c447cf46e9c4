"""'It' refers to the previous command's target, whatever was talked about earlier."""

from datetime import UTC, datetime

import pytest

from intent.commands import Situation, read_commands

_NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize("at_hand", ["", "agent", "thing"])
@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("set stock-check to 8:00 and call it shelf-check", ["agent.update", "agent.update"]),
        ("resume stock-check, then rename it to shelves", ["agent.state", "agent.update"]),
        ("pause stock-check and delete it", ["agent.state", "agent.delete"]),
        ("create a task Order gloves and rename it to Order pens", ["thing.create", "thing.update"]),
        (
            "pause stock-check and create a task Ring Bo and delete it",
            ["agent.state", "thing.create", "thing.delete"],
        ),
    ],
)
def test_it_refers_to_the_object_of_the_previous_command(said: str, names: list[str], at_hand: str):
    reading = read_commands(said, Situation(_NOW, agents=("stock-check", "night-audit"), at_hand=at_hand))
    assert [one.name for one in reading.commands] == names
    assert not reading.uncovered
