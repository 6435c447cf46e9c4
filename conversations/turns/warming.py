"""What the first turn of a process would otherwise wait for, loaded when somebody opens a chat."""

import asyncio
import gc

from intent.rules import analyse
from intent.types import Catalogue
from omniforge.llm import Models
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret


async def warm_up() -> None:
    """Load token table, weights, patterns of secrets and the SDKs of the configured models: 1 to 2 s."""
    await asyncio.to_thread(_load)
    await Models.from_settings().warm_up()
    await asyncio.to_thread(_settle)


def _load() -> None:
    count("warm")
    analyse("warm", (), Catalogue())
    contains_secret("warm")


def _settle() -> None:
    """Keep the garbage collector from what stays for good; it took a sixth of a turn's processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
