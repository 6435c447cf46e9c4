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
    """Who calls, when, from which turn and run."""

    access: Access
    now: datetime  # in the tenant's time zone
    turn_id: UUID
    # The same whenever the same call of the same run is made again, as after a crash: give it to outside
    # systems that know idempotency keys.
    key: str
    recall: SearchConversations  # searches the person's own past conversations
    models: Models
    sessions: "Sessions"  # the run's connections to MCP servers
    desk: "Desk"  # the loop that the call comes from
    call_id: str = ""  # of the model's request
    run_id: UUID | None = None
    conversation_id: UUID | None = None
    focus: Focus = EVERYTHING
    agent: str = ""
    changed_turns: Sequence[str] = ()  # whose changes of projects can be taken back, the newest last
    undone_in: str = ""  # the turn that took the last change back, if nothing was changed since
    read_past: ReadConversation = nothing_said  # reads one past conversation
    told: set[tuple[UUID, int]] = field(default_factory=set)  # passages that searches gave the run
