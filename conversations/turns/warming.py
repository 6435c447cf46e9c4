"""What the first turn of a process would otherwise wait for, loaded when somebody opens a chat."""

import asyncio
import gc

from django.utils import timezone

from intent.commands import Situation, read_commands
from intent.rules import analyse
from intent.types import Catalogue
from omniforge.llm import Models
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret

# Reading them compiles the catalogue, and the grammars of days, times and recurrences.
_SAID = (
    "remind me every Friday at 4 to call Ann, and show the overdue tasks due next week.",
    "pause stock-check and run it every Monday at 8",
)


async def warm_up() -> None:
    """Load commands, tokens, weights, patterns of secrets and SDKs of the configured models: about 1 s."""
    gc.disable()  # all that comes stays: looking through it again and again took twice as long as loading it
    try:
        await asyncio.to_thread(_load)
        await Models.from_settings().warm_up()
    finally:
        _settle()


def _load() -> None:
    for one in _SAID:
        read_commands(one, Situation(timezone.now(), agents=("stock-check",)))
    count("warm")
    analyse("warm", (), Catalogue())
    contains_secret("warm")


def _settle() -> None:
    """Keep the garbage collector from what stays for good; it took a sixth of a turn's processor time."""
    gc.freeze()
    gc.enable()
