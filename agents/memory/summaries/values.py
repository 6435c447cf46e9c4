"""What a summary is made of and what it is, as values that know nothing of how they are stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.memory.state.updates import NOTHING, ItemUpdate, StateUpdate
from agents.memory.state.values import EMPTY, AgentState
from omniforge.llm.types import Role


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message that is to be summarised; `deeds` are lines on what was changed while it was written."""

    id: str
    sequence: int
    role: Role
    text: str
    deeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Carried:
    """A sentence that is kept word for word, who said it, and in which message (0: in an older summary)."""

    sequence: int
    text: str
    role: Role = "user"


@dataclass(frozen=True, slots=True)
class Summary:
    """What was said, in short: a narrative, facts in a line each, and sentences that are carried verbatim.

    `whole` are the messages (by sequence) that stay as they are, because the talk is about them.
    """

    text: str = ""
    facts: tuple[str, ...] = ()
    carried: tuple[Carried, ...] = ()
    whole: tuple[int, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The facts and the carried sentences, oldest first."""
        return [*self.facts, *(one.text for one in self.carried)]

    @property
    def characters(self) -> int:
        """How much is kept."""
        return len(self.text) + sum(map(len, self.lines))


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """Messages to be summarised, oldest first, onto what is kept of those before (seed 003, section 5.4).

    `whole` are messages among them that the talk is about, and that stay out of it.
    """

    messages: Sequence[Utterance]
    current: Summary = Summary()
    state: AgentState = EMPTY
    focus: str = ""
    whole: tuple[int, ...] = ()

    @property
    def covered(self) -> list[Utterance]:
        return [one for one in self.messages if one.sequence not in self.whole]


@dataclass(frozen=True, slots=True)
class Summarised:
    """The new summary and what comes with it. `model` names who wrote it, or failed to, if anybody did."""

    summary: Summary
    source: Literal["model", "rules"]
    model: str = ""
    prompt_hash: str = ""
    kept_message_ids: tuple[str, ...] = ()
    dropped_message_ids: tuple[str, ...] = ()
    item_updates: tuple[ItemUpdate, ...] = field(default=())
    updates: StateUpdate = NOTHING
