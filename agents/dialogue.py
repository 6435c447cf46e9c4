"""What a conversation is in the middle of: the open draft, the options offered, the list shown last."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from intent.types import ActionType, Choice, Pending


@dataclass(frozen=True, slots=True)
class Draft:
    """An agent or skill being built or changed: its slots so far, and the slot asked for now.

    `asking` is a slot's name, `confirm` once all is said, or empty while the draft rests.
    """

    kind: Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent"]
    slots: Mapping[str, str] = field(default_factory=dict)
    asking: str = ""
    target: str | None = None


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Kept encrypted with the conversation."""

    draft: Draft | None = None
    pending: Pending | None = None
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DialogueState":
        """Return the state that `to_dict` gave; empty data is an empty state."""
        return cls(
            draft=Draft(**data["draft"]) if data.get("draft") else None,
            pending=_pending(data["pending"]) if data.get("pending") else None,
            shown_agents=tuple(data.get("shown_agents", ())),
            last_agent=data.get("last_agent"),
        )


def _pending(data: Mapping[str, Any]) -> Pending:
    choices = tuple(
        Choice(**{**choice, "action_type": ActionType(choice["action_type"])}) for choice in data["choices"]
    )
    return Pending(**{**data, "action_type": ActionType(data["action_type"]), "choices": choices})
