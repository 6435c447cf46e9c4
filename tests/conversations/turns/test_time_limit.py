"""What is reported when a turn, or a part of it, exceeds its time limit."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest

from agents.events import Failure
from conversations.turns import run
from conversations.turns.eventlog import EventLog
from conversations.turns.spool_fallback import accept_into_spool
from conversations.wire.commands import SendMessage
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role


async def _lets_a_limit_run_out() -> None:
    raise TimeoutError


async def _never_ends() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("answering", "seconds", "code"),
    [(_lets_a_limit_run_out, 600.0, "internal_error"), (_never_ends, 0.1, "timeout")],
)
async def test_only_the_turns_own_limit_is_told_as_such(
    answering: Callable[[], Awaitable[None]], seconds: float, code: str, monkeypatch, settings, tmp_path: Path
):
    async def master(pack: object) -> AsyncGenerator[object, None]:
        await answering()
        yield

    settings.VAR = tmp_path
    monkeypatch.setattr(run, "run_master", master)
    monkeypatch.setattr(run, "_LIMIT", seconds)
    access = Access(new_id(), new_id(), Role.MEMBER)
    claim = accept_into_spool(access, SendMessage(new_id(), "Hello")).claim
    log = EventLog().open(claim.turn_id, claim.conversation_id, (access.tenant_id, access.user_id))
    await run.TurnRun(claim, log).run()
    assert [entry.data["code"] for entry in log.entries if entry.kind == Failure.type] == [code]
