"""What the first turn of a process would otherwise wait for, loaded when somebody opens a chat."""

import asyncio

from intent.rules import analyse
from intent.types import Catalogue
from omniforge.llm import Models
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret


async def warm_up() -> None:
    """Load token table, weights, patterns of secrets and the SDKs of the configured models: 1 to 2 s."""
    await asyncio.to_thread(_load)
    await Models.from_settings().warm_up()


def _load() -> None:
    count("warm")
    analyse("warm", (), Catalogue())
    contains_secret("warm")
