"""Warm-up for the first turn of a process, when somebody opens a chat."""

import asyncio
import gc
from contextlib import suppress
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone

from intent.commands import Situation, read_commands
from intent.local import analyse
from intent.types import Catalogue
from omniforge.llm.tokens import count
from omniforge.redaction import contains_secret
from omniforge.storage.database import in_database
from omniforge.tenants.connected.choice import models_of

# Parsing them compiles the catalogue, and the grammars of days, times and recurrences.
_SAID = (
    "remind me every Friday at 4 to call Ann, and show the overdue tasks due next week.",
    "pause stock-check and run it every Monday at 8",
)


async def warm_up(tenant_id: UUID) -> None:
    """Load commands, tokens, weights, secret patterns and what a tenant's models need: about 1 s."""
    gc.disable()  # everything loaded is long-lived; repeated collections took twice as long as loading
    try:
        await asyncio.to_thread(load_readers)
        with suppress(DatabaseError):  # then the first turn waits a little
            models = await in_database(models_of, tenant_id)
            await models.warm_up()
    finally:
        _settle()


def load_readers() -> None:
    """Load what parses messages in any workspace: commands, tokens, weights, secret patterns."""
    for one in _SAID:
        read_commands(one, Situation(timezone.now(), agents=("stock-check",)))
    count("warm")
    analyse("warm", (), Catalogue())
    contains_secret("warm")


def _settle() -> None:
    """Exclude long-lived objects from garbage collection, which took a sixth of a turn's CPU time."""
    gc.freeze()
    gc.enable()
