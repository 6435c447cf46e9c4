"""What a tool is told of the call that it serves."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from agents.recall import SearchConversations
from omniforge.llm import Models
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from agents.mcp_servers.sessions import Sessions


@dataclass(frozen=True, slots=True)
class CallContext:
    """Who calls, when (in the tenant's time zone), from which turn and run.

    `key` is the same whenever the same call of the same run is made again, for example after a crash: give it
    to outside systems that know idempotency keys. `recall` searches the person's own past conversations;
    `delegate` runs another agent on a task and returns what it said; `models` are those of the turn;
    `sessions` are the run's connections to MCP servers;
    `changed_turns` are the ids of the conversation's turns that changed projects, the newest last.
    """

    access: Access
    now: datetime
    turn_id: UUID
    key: str
    recall: SearchConversations
    delegate: Callable[[str, str], Awaitable[str]]
    models: Models
    sessions: "Sessions"
    run_id: UUID | None = None
    conversation_id: UUID | None = None
    focus: Focus = EVERYTHING
    agent: str = ""
    changed_turns: Sequence[str] = ()
