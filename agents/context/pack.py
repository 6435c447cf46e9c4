"""What the master agent is given for one turn. It knows nothing else of conversations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.context.dialogue import DialogueState
from agents.context.history import History, said_before
from agents.context.project_scope.pack import ScopePack
from agents.context.prompts import fenced, preferred
from agents.context.question_options import AskOptions
from agents.context.recall import ReadConversation, SearchConversations, nothing_remembered, nothing_said
from agents.context.tables import TableAtHand
from agents.models import RunTrigger
from intent.types import ActionType, Catalogue, Intent
from omniforge.files.attached import AttachedFile
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access


async def no_conversations() -> Sequence[str]:
    """Return no titles: for a turn that is not part of any record."""
    return ()


async def nothing_to_understand() -> Intent | None:
    """Return no intent: for work that was begun without one."""
    return None


@dataclass(frozen=True, slots=True)
class ContextPack:
    """One turn's context: who asks, what was said (the window, oldest first), what exists, what is open.

    `words` are what was really said in this turn, though `message` may be a task made of it or handed on.
    `forced_action` is the user's own correction of what was understood; `now` is in the tenant's time zone.
    `recent_conversations` reads the titles of the user's last conversations, newest first, when wanted;
    `recall` searches what was said in them, `read_past` reads one. `agent` is the one to run, where a
    schedule or a program started it (`trigger`) and nothing need be understood. `focus` is the project, or
    the thing in it, that the talk is about, `scope` what a model is told of it, `known` the agent's state in
    lines, `facts` what the person stated, `preferences` how the person likes answers; with `documents_only`
    nothing is answered from general knowledge. With `ask` the documents are to answer, and nothing need be
    understood either. `files` are the conversation's, the newest first; `table` is the one at hand, once it
    is looked up. `history` is what a model of the loop reads of the talk; the window is for intent, rules and
    summaries.
    `understood` waits until the intent is known: no tool writes before. `steering` gives, once each, what the
    person has said since the turn began, `remark` what they said beside a decision. `depth` counts how often
    the work was handed on, `part` is what was; `after_strangers`: by a run that had read what one wrote, or
    a stranger's delivery began the turn. With `again` another process had begun the turn and is gone.
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
    read_past: ReadConversation = nothing_said
    conversation_id: UUID | None = None
    history: History | None = None
    understood: Callable[[], Awaitable[Intent | None]] = nothing_to_understand
    steering: Callable[[], Awaitable[Sequence[str]]] = no_conversations
    remark: str = ""
    depth: int = 0
    again: bool = False
    after_strangers: bool = False
    part: str = ""
    focus: Focus = EVERYTHING
    scope: ScopePack | None = None
    known: str = ""
    facts: tuple[str, ...] = ()
    preferences: str = ""
    documents_only: bool = False
    files: tuple[AttachedFile, ...] = ()
    trigger: RunTrigger = RunTrigger.CHAT
    agent: str | None = None
    ask: AskOptions | None = None
    table: TableAtHand | None = None

    @property
    def delegated(self) -> bool:
        """True for work that another agent, or a run of the same one, has handed on."""
        return self.depth > 0

    @property
    def about(self) -> list[str]:
        """What is known of the person, of the scope and of the talk, as blocks of data for a prompt."""
        known = [fenced("agent-state", self.known)] if self.known else []
        return [*preferred(self.preferences), *(self.scope.blocks() if self.scope else []), *known]

    @property
    def talk(self) -> History:
        return said_before(self.window) if self.history is None else self.history
