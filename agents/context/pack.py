"""What the master agent is given for one turn. It knows nothing else of conversations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.context.dialogue import DialogueState
from agents.context.history import History, said_before
from agents.context.kept import TableAtHand
from agents.context.project_scope.pack import ScopePack
from agents.context.prompts import fenced, preferences_block
from agents.context.question_options import AskOptions
from agents.context.recall import ReadConversation, SearchConversations, nothing_remembered, nothing_said
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
    """One turn's context: who asks, what was said, what exists, what is open."""

    access: Access
    turn_id: UUID
    message: str  # or a task that was made of it, or handed on
    now: datetime  # in the tenant's time zone
    models: Models
    words: str = ""  # what was really said in this turn
    conversation_id: UUID | None = None
    catalogue: Catalogue = field(default_factory=Catalogue)
    dialogue: DialogueState = field(default_factory=DialogueState)

    # -- what was said before
    window: tuple[ChatMessage, ...] = ()  # for intent, rules and summaries; the oldest first
    history: History | None = None  # for a model of the loop
    recent_conversations: Callable[[], Awaitable[Sequence[str]]] = no_conversations  # titles, newest first
    recall: SearchConversations = nothing_remembered
    read_past: ReadConversation = nothing_said
    known: str = ""  # the agent's state in lines
    facts: tuple[str, ...] = ()  # what the person stated
    preferences: str = ""  # how the person likes answers

    # -- what the talk is about
    focus: Focus = EVERYTHING  # a project, or the thing in it
    scope: ScopePack | None = None  # what a model is told of it
    documents_only: bool = False  # nothing is answered from general knowledge
    files: tuple[AttachedFile, ...] = ()  # of the conversation, the newest first
    table: TableAtHand | None = None  # once it is looked up

    # -- what needs no understanding
    forced_action: ActionType | None = None  # the person's own correction of what was understood
    trigger: RunTrigger = RunTrigger.CHAT
    agent: str | None = None  # to be run, as a schedule or a program began the turn
    ask: AskOptions | None = None  # the documents are to answer

    # -- while the turn goes on
    understood: Callable[[], Awaitable[Intent | None]] = nothing_to_understand  # no tool writes before
    steering: Callable[[], Awaitable[Sequence[str]]] = no_conversations  # said meanwhile, each once
    remark: str = ""  # said beside a decision
    again: bool = False  # another process had begun the turn and is gone

    # -- work that was handed on
    depth: int = 0  # how often
    part: str = ""  # what was
    after_strangers: bool = False  # by a run that had read what one wrote, or one's delivery began the turn

    @property
    def delegated(self) -> bool:
        """True for work that another agent, or a run of the same one, has handed on."""
        return self.depth > 0

    @property
    def said(self) -> list[str]:
        """What the person said before, the oldest first."""
        return [str(one.content) for one in self.window if one.role == "user"]

    @property
    def about(self) -> list[str]:
        """What is known of the person, of the scope and of the talk, as blocks of data for a prompt."""
        known = [fenced("agent-state", self.known)] if self.known else []
        return [*preferences_block(self.preferences), *(self.scope.blocks() if self.scope else []), *known]

    @property
    def talk(self) -> History:
        return said_before(self.window) if self.history is None else self.history
