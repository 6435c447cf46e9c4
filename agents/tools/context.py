"""What a tool knows of the call it serves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from agents.context.recall import (
    ListAsked,
    ReadConversation,
    SearchConversations,
    no_past_conversation,
    nothing_asked,
)
from omniforge.llm import Models
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from agents.tools.loop_control import LoopControl
    from agents.tools.mcp.sessions import Sessions


@dataclass(frozen=True, slots=True)
class CallContext:
    """Who calls, when, and from which turn and run."""

    access: Access
    now: datetime  # in the tenant's time zone
    turn_id: UUID
    # Equal for repetitions of the same call of a run, for example after a crash: pass it to outside systems
    # that support idempotency keys.
    key: str
    recall: SearchConversations  # searches the person's own past conversations
    models: Models
    sessions: "Sessions"  # the run's connections to MCP servers
    control: "LoopControl"  # the loop that made the call
    call_id: str = ""  # id of the model's request
    run_id: UUID | None = None
    conversation_id: UUID | None = None
    focus: Focus = EVERYTHING
    words: str = ""  # the person's message of this turn
    agent: str = ""
    changed_turns: Sequence[str] = ()  # turns whose project changes can be undone, newest last
    undone_in: str = ""  # the turn that undid the last change, if nothing was changed since
    read_past: ReadConversation = no_past_conversation  # reads one past conversation
    asked: ListAsked = nothing_asked  # what the person wrote in a span of time
    told: set[tuple[UUID, int]] = field(default_factory=set)  # passages that searches returned to the run
    seen: dict[UUID, int] = field(default_factory=dict)  # versions of the documents that the run has read
