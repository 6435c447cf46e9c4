"""What a conversation is in the middle of: the open draft, the options offered, the list shown last."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from intent.types import ActionType, Choice, Pending

DraftKind = Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent", "manage_platform"]
_MOST_RESTING = 5


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being built or changed: its slots so far, and the slot asked for now.

    `asking` is a slot's name, `start` while it is only proposed, or `confirm` once all is said.
    """

    kind: DraftKind
    slots: Mapping[str, str] = field(default_factory=dict)
    asking: str = ""
    target: str | None = None


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Kept encrypted with the conversation.

    `resting` are drafts that were left for something else, the one left last at the end.
    """

    draft: Draft | None = None
    pending: Pending | None = None
    resting: tuple[Draft, ...] = ()
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None

    def waiting(self, pending: Pending, draft: Draft | None = None) -> "DialogueState":
        """Return the state in which `pending` is asked, about `draft` where there is one."""
        return replace(self, draft=draft, pending=pending)

    def settled(self) -> "DialogueState":
        """Return the state in which nothing is asked and nothing is open."""
        return replace(self, draft=None, pending=None)

    def at_rest(self) -> "DialogueState":
        """Return the state in which nothing is asked; a draft being built is kept among the resting."""
        kept = (self.draft,) if self.draft and self.draft.kind in ("create_agent", "create_skill") else ()
        return replace(self.settled(), resting=(self.resting + kept)[-_MOST_RESTING:])

    def taken_up(self) -> "DialogueState":
        """Return the state in which the draft left last is open again, if nothing else is."""
        if self.draft or not self.resting:
            return self
        return replace(self, draft=self.resting[-1], resting=self.resting[:-1])

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DialogueState":
        """Return the state that `to_dict` gave; empty data is an empty state."""
        return cls(
            draft=Draft(**data["draft"]) if data.get("draft") else None,
            pending=_pending(data["pending"]) if data.get("pending") else None,
            resting=tuple(Draft(**draft) for draft in data.get("resting", ())),
            shown_agents=tuple(data.get("shown_agents", ())),
            last_agent=data.get("last_agent"),
        )


def _pending(data: Mapping[str, Any]) -> Pending:
    choices = tuple(
        Choice(**{**choice, "action_type": ActionType(choice["action_type"])}) for choice in data["choices"]
    )
    return Pending(**{**data, "action_type": ActionType(data["action_type"]), "choices": choices})
