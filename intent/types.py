"""The values that classification yields. Entities here are *extracted* ones, not those of a workspace."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from omniforge.projects.cards import ProjectCard

SURE = 0.7  # confidence from which an intent is acted on (seed 000)


class ActionType(StrEnum):
    """What the master agent does next."""

    CREATE_AGENT = "create_agent"
    CREATE_SKILL = "create_skill"
    ADD_SKILL_TO_AGENT = "add_skill_to_agent"
    EXECUTE_TASK = "execute_task"
    UPDATE_AGENT = "update_agent"
    QUERY_INFO = "query_info"
    MANAGE_PLATFORM = "manage_platform"
    UNKNOWN = "unknown"


class Mode(StrEnum):
    """Whether to ask back, explain or act."""

    CLARIFY = "clarify"
    INFORM = "inform"
    ACT = "act"


class Method(StrEnum):
    """Which step of `intent.classifier` found the intent. `corrected` means that the user set it."""

    EXPLICIT = "explicit"
    PENDING = "pending"
    MODEL = "model"
    RULES = "rules"
    CORRECTED = "corrected"


PAUSED = "paused"  # in place of when an agent runs


@dataclass(frozen=True, slots=True)
class AgentCard:
    """An agent of the tenant as the classifier sees it. `runs` says when it runs, or PAUSED."""

    name: str
    description: str = ""
    skills: tuple[str, ...] = ()
    runs: str = ""
    instructions: str = ""

    @property
    def is_paused(self) -> bool:
        """Return whether it doesn't run at all."""
        return self.runs == PAUSED


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A source that agents read: a `feed`, a `page`, a `mailbox`. `place` is its address or host."""

    name: str
    kind: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What exists in the tenant: agents, projects, sources, and all skills, including unused ones."""

    agents: tuple[AgentCard, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[ProjectCard, ...] = ()
    sources: tuple[SourceCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One option offered to the user. `message` is what choosing it says, as if the user had typed it."""

    title: str
    effect: str
    action_type: ActionType
    message: str
    target_agent: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """What this conversation waits for: a wizard's slot, a choice, or a yes.

    `expects` is `slot` (`slot` names it, for example `when`), `choice` (`choices` are set) or `confirm`.
    """

    action_type: ActionType
    expects: Literal["slot", "choice", "confirm"]
    question: str = ""
    slot: str | None = None
    choices: tuple[Choice, ...] = ()
    target_agent: str | None = None


class Move(StrEnum):
    """What a message does to the pending question."""

    ANSWER = "answer"  # gives the slot's value
    CONFIRM = "confirm"
    DECLINE = "decline"  # drops the question ('never mind')
    RESUME = "resume"  # 'where were we?'


@dataclass(frozen=True, slots=True)
class DialogueMove:
    """How a message relates to the pending question. `choice` counts from 0."""

    move: Move
    value: str = ""
    choice: int | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """The analysis of one message (seed 000, capability 1).

    Confidences are 0.0 to 1.0, latency is milliseconds.
    """

    action_type: ActionType
    confidence: float
    entities: Mapping[str, str] = field(default_factory=dict)
    reasoning: str = ""
    is_ambiguous: bool = False
    alternative_action: ActionType | None = None
    alternative_confidence: float | None = None
    clarifying_question: str | None = None
    target_agent: str | None = None
    mode: Mode = Mode.ACT
    method: Method = Method.RULES
    latency_ms: float = 0.0
    move: DialogueMove | None = None

    @property
    def is_unsure(self) -> bool:
        """Return whether to offer the user options instead of acting (seed 000: confidence below 0.7)."""
        return self.is_ambiguous or self.confidence < SURE
