"""An agent that is described before it is ordered."""

import pytest

from intent.forms.thoughts import find_considered_agent


@pytest.mark.parametrize(
    ("message", "order"),
    [
        (
            "Would it be much work to have an agent that counts the pallets? Just asking.",
            "create an agent that counts the pallets",
        ),
        (
            "how hard would it be to get a bot that tells us which rooms are free on Sundays?",
            "create a bot that tells us which rooms are free on Sundays",
        ),
        (
            "I'm thinking about an assistant which lists the late repairs every Friday. Not yet though.",
            "create an assistant which lists the late repairs every Friday",
        ),
        (
            "could we have an agent that lists the unpaid fees, but not yet",
            "create an agent that lists the unpaid fees, but",
        ),
        (
            "¿Sería mucho trabajo tener un agente que cuente las cajas? Solo pregunto.",
            "crea un agente que cuente las cajas",
        ),
        ("create an agent that counts the pallets every Monday at 8", ""),
        ("could you set up an agent that lists the late repairs?", ""),
        ("is it hard to repair a kiln? just asking", ""),
        ("would it be much work to add an agent?", ""),
    ],
)
def test_considered_agent_is_told_from_an_order(message: str, order: str):
    assert find_considered_agent(message) == order
