"""What the master agent is given for one turn. It knows nothing else of conversations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.dialogue import DialogueState
from agents.files.attached import AttachedFile
from agents.knowledge.options import AskOptions
from agents.models import RunTrigger
from agents.prompts import fenced, preferred
from agents.recall import SearchConversations, nothing_remembered
from agents.scopes.pack import ScopePack
from intent.types import ActionType, Catalogue
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access


async def no_conversations() -> Sequence[str]:
    """Return no titles: for a turn that is not part of any record."""
    return ()


@dataclass(frozen=True, slots=True)
class ContextPack:
    """One turn's context: who asks, what was said (the window, oldest first), what exists, what is open.

    `words` are what was really said in this turn, though `message` may be a task made of it or handed on.
    `forced_action` is the user's own correction of what was understood; `now` is in the tenant's time zone.
    `recent_conversations` reads the titles of the user's last conversations, newest first, when wanted;
    `recall` searches what was said in them. `agent` is the one to run, where a schedule or a program started
    it (`trigger`) and nothing need be understood. `focus` is the project, or the thing in it, that the talk
    is about, `scope` what a model is told of it, `known` the agent's state in lines, `preferences` how the
    person likes answers. With `ask` the documents
    are to answer, and nothing need be understood either. `files` are the conversation's, the newest first.
    """

    access: Access
    turn_id: UUID
    message: str
    now: datetime
    models: Models
    words: str = ""
    window: tuple[ChatMessage, ...] = ()
    catalogue: Catalogue = field(default_factory=Catalogue)
    dialogue: DialogueState = field(default_factory=DialogueState)
    forced_action: ActionType | None = None
    recent_conversations: Callable[[], Awaitable[Sequence[str]]] = no_conversations
    recall: SearchConversations = nothing_remembered
    conversation_id: UUID | None = None
    delegated: bool = False
    focus: Focus = EVERYTHING
    scope: ScopePack | None = None
    known: str = ""
    preferences: str = ""
    files: tuple[AttachedFile, ...] = ()
    trigger: RunTrigger = RunTrigger.CHAT
    agent: str | None = None
    ask: AskOptions | None = None

    @property
    def about(self) -> list[str]:
        """What is known of the person, of the scope and of the talk, as blocks of data for a prompt."""
        known = [fenced("agent-state", self.known)] if self.known else []
        return [*preferred(self.preferences), *(self.scope.blocks() if self.scope else []), *known]
