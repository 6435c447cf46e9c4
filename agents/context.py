"""What the master agent is given for one turn. It knows nothing else of conversations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.dialogue import DialogueState
from intent.types import ActionType, Catalogue
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.tenants.access import Access


async def no_conversations() -> Sequence[str]:
    """Return no titles: for a turn that is not part of any record."""
    return ()


@dataclass(frozen=True, slots=True)
class ContextPack:
    """One turn's context: who asks, what was said (the window, oldest first), what exists, what is open.

    `forced_action` is the user's own correction of what was understood; `now` is in the tenant's time zone.
    `recent_conversations` reads the titles of the user's last conversations, newest first, when wanted.
    """

    access: Access
    turn_id: UUID
    message: str
    now: datetime
    models: Models
    window: tuple[ChatMessage, ...] = ()
    catalogue: Catalogue = field(default_factory=Catalogue)
    dialogue: DialogueState = field(default_factory=DialogueState)
    forced_action: ActionType | None = None
    recent_conversations: Callable[[], Awaitable[Sequence[str]]] = no_conversations
