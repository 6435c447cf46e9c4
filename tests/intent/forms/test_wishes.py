"""An agent that is wished for by pointing at the chore that was told before."""

import pytest

from intent.forms.wishes import chore_wished


@pytest.mark.parametrize(
    ("message", "order"),
    [
        (
            "Hi there! I do the paperwork for a choir, and every single week I copy who's away out of our "
            "Google Sheet by hand. Could you set something up that does it for me?",
            "create an agent to copy who's away out of our Google Sheet by hand",
        ),
        (
            "Each morning I type the orders into the till. Can you build an agent that does that?",
            "create an agent to type the orders into the till",
        ),
        (
            "every Friday we count the crates by hand, can you automate that",
            "create an agent to count the crates by hand",
        ),
        (
            "We still go through the bookings every day. I'd love to have something that takes that over",
            "create an agent to go through the bookings every day",
        ),
        (
            "Every Monday at 8 I always list the late parcels. Please make something that does it.",
            "create an agent to list the late parcels, every Monday at 08:00",
        ),
        (
            "i have to sort the mails manually. could you get a bot to do it",
            "create an agent to sort the mails manually",
        ),
        ("I like crates. Could you do it for me?", ""),
        ("Every week I go to the gym. Can you book it?", ""),
        ("Could you set something up that does it for me?", ""),
        ("I am off every Friday. Can you set something up?", ""),
        ("We meet every Monday. Who does it this week?", ""),
        ("create an agent that counts the crates every Friday", ""),
    ],
)
def test_the_chore_is_what_the_agent_is_to_do(message: str, order: str):
    assert chore_wished(message) == order
