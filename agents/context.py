"""What the master agent is given for one turn. It knows nothing else of conversations."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.dialogue import DialogueState
from intent.types import ActionType, Catalogue
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class ContextPack:
    """One turn's context: who asks, what was said (the window, oldest first), what exists, what is open.

    `forced_action` is the user's own correction of what was understood; `now` is in the tenant's time zone.
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
