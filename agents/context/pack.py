"""The master agent's input for one turn. It knows nothing else of conversations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from agents.context.dialogue import DialogueState
from agents.context.history import History, to_history
from agents.context.project_scope.pack import ScopePack
from agents.context.prompts import fence, preferences_block
from agents.context.question_options import AskOptions
from agents.context.recall import (
    ListAsked,
    ReadConversation,
    SearchConversations,
    no_past_conversation,
    no_recall,
    nothing_asked,
)
from agents.context.stored import TableAtHand
from agents.models import RunTrigger
from intent.statements.pasted_texts import own_words
from intent.types import ActionType, Catalogue, Intent
from omniforge.files.attached import AttachedFile
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.tenants.access import Access


async def no_conversations() -> Sequence[str]:
    """Return no titles: for a turn outside any stored conversation."""
    return ()


async def nothing_to_understand() -> Intent | None:
    """Return no intent: for work that was begun without one."""
    return None


@dataclass(frozen=True, slots=True)
class ContextPack:
    """One turn's context: the person, the message, what exists, what is open."""

    access: Access
    turn_id: UUID
    message: str  # or a task derived from it, or delegated
    now: datetime  # in the tenant's time zone
    models: Models
    words: str = ""  # the person's original message
    conversation_id: UUID | None = None
    catalogue: Catalogue = field(default_factory=Catalogue)
    dialogue: DialogueState = field(default_factory=DialogueState)

    # -- what was said before
    window: tuple[ChatMessage, ...] = ()  # for intent, rules and summaries; oldest first
    history: History | None = None  # for the tool loop
    recent_conversations: Callable[[], Awaitable[Sequence[str]]] = no_conversations  # titles, newest first
    recall: SearchConversations = no_recall
    read_past: ReadConversation = no_past_conversation
    asked: ListAsked = nothing_asked
    known: str = ""  # the agent's state in lines
    facts: tuple[str, ...] = ()  # stated by the person
    preferences: str = ""  # the person's preferences for answers

    # -- what the talk is about
    focus: Focus = EVERYTHING  # a project, or a thing in it
    scope: ScopePack | None = None  # what a model is given of it
    documents_only: bool = False  # answer nothing from general knowledge
    files: tuple[AttachedFile, ...] = ()  # of the conversation, newest first
    table: TableAtHand | None = None  # set once it is looked up

    # -- what needs no classification
    forced_action: ActionType | None = None  # the person's own correction of the intent
    trigger: RunTrigger = RunTrigger.CHAT
    agent: str | None = None  # the agent to run, for a turn begun by a schedule or a program
    ask: AskOptions | None = None  # set if the documents are to answer

    # -- while the turn runs
    understood: Callable[[], Awaitable[Intent | None]] = nothing_to_understand  # tools that write wait for it
    steering: Callable[[], Awaitable[Sequence[str]]] = no_conversations  # messages sent meanwhile, each once
    remark: str = ""  # words beside a decision
    again: bool = False  # another process had begun the turn and died

    # -- delegated work
    depth: int = 0  # levels of delegation
    part: str = ""  # the delegated part
    reads_only: bool = False  # it was handed on to find out, not to change anything
    after_strangers: bool = False  # a stranger's text was read by the delegating run, or began the turn
    after_uploads: bool = False  # the delegating run read a file that the person uploaded

    @property
    def delegated(self) -> bool:
        """Return whether another agent, or a run of the same one, delegated the work."""
        return self.depth > 0

    @property
    def said(self) -> list[str]:
        """Return what the person said before in their own words, oldest first."""
        return [own_words(one) for one in self.messages]

    @property
    def messages(self) -> list[str]:
        """Return the person's messages before this one with the texts pasted into them, oldest first."""
        return [str(one.content) for one in self.window if one.role == "user"]

    @property
    def about(self) -> list[str]:
        """Return the known context of person, scope and talk, as blocks of data for a prompt."""
        known = [fence("noted-in-this-talk", self.known)] if self.known else []
        return [*preferences_block(self.preferences), *(self.scope.blocks() if self.scope else []), *known]

    @property
    def talk(self) -> History:
        return to_history(self.window) if self.history is None else self.history
