"""What a tool is told of the call that it serves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from agents.context.recall import ReadConversation, SearchConversations, nothing_said
from omniforge.llm import Models
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from agents.tools.desk import Desk
    from agents.tools.mcp.sessions import Sessions


@dataclass(frozen=True, slots=True)
class CallContext:
    """Who calls, when (in the tenant's time zone), from which turn and run.

    `call_id` is that of the model's request. `key` is the same whenever the same call of the same run is made
    again, for example after a crash: give it to outside systems that know idempotency keys. `recall` searches
    the person's own past conversations, `read_past` reads one of them; `desk` is the loop that the call comes
    from; `models` are those of the turn;
    `sessions` are the run's connections to MCP servers;
    `changed_turns` are the ids of the conversation's turns that changed projects, the newest last;
    `told` are the passages of documents that the run was given in searches;
    `undone_in` is the turn that took the last change back, if nothing was changed since.
    """

    access: Access
    now: datetime
    turn_id: UUID
    key: str
    recall: SearchConversations
    models: Models
    sessions: "Sessions"
    desk: "Desk"
    call_id: str = ""
    run_id: UUID | None = None
    conversation_id: UUID | None = None
    focus: Focus = EVERYTHING
    agent: str = ""
    changed_turns: Sequence[str] = ()
    undone_in: str = ""
    read_past: ReadConversation = nothing_said
    told: set[tuple[UUID, int]] = field(default_factory=set)
