"""What the first turn of a process would otherwise wait for, loaded right after the start."""

import asyncio

from intent.rules import analyse
from intent.types import Catalogue
from omniforge.llm import Models
from omniforge.llm.tokens import count


async def warm_up() -> None:
    """Load the token table, the weights of the rules, and what the configured models need."""
    await asyncio.to_thread(_load)
    await Models.from_settings().warm_up()


def _load() -> None:
    count("warm")
    analyse("warm", (), Catalogue())
