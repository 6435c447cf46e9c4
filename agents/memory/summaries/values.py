"""The input and output of a summary, independent of storage."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.memory.state.updates import NOTHING, ItemUpdate, StateUpdate
from agents.memory.state.values import EMPTY, AgentState
from omniforge.llm.types import Role


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message to be summarised. `deeds` are lines on changes made by its turn."""

    id: str
    sequence: int
    role: Role
    text: str
    deeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Carried:
    """A sentence kept verbatim, its speaker, and the sequence number of its message (0: an older summary)."""

    sequence: int
    text: str
    role: Role = "user"


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary: a narrative, facts on one line each, and sentences carried over verbatim.

    `whole` are sequence numbers of messages kept verbatim because the talk is about them.
    """

    text: str = ""
    facts: tuple[str, ...] = ()
    carried: tuple[Carried, ...] = ()
    whole: tuple[int, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Return the facts and the carried sentences, oldest first."""
        return [*self.facts, *(one.text for one in self.carried)]

    @property
    def characters(self) -> int:
        """Return the total size in characters."""
        return len(self.text) + sum(map(len, self.lines))


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """Messages to summarise, oldest first, on top of the previous summary (seed 003, section 5.4).

    `whole` are messages among them that the talk is about, and that are left out of it.
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
    """The new summary and its by-products. `model` names the model that wrote it, or failed to."""

    summary: Summary
    source: Literal["model", "rules"]
    model: str = ""
    prompt_hash: str = ""
    kept_message_ids: tuple[str, ...] = ()
    dropped_message_ids: tuple[str, ...] = ()
    item_updates: tuple[ItemUpdate, ...] = field(default=())
    updates: StateUpdate = NOTHING
