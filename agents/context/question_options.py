"""How a question is to be answered, as who asks it may say."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

THRESHOLD = 75  # of 100
TOP_K, MOST_PASSAGES = 8, 20
WINDOW = 5  # turns
ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is to be answered.

    `threshold` is the least score, 0 to 100, with which it is; `top_k` how many passages an answer rests on;
    `window` how many earlier turns count; `project_id` where to look, None for everywhere.
    """

    top_k: int = TOP_K
    threshold: int = THRESHOLD
    window: int = WINDOW
    project_id: UUID | None = None

    def to_json(self) -> dict[str, Any]:
        """Return them as they are kept with a message."""
        return asdict(self) | {"project_id": str(self.project_id) if self.project_id else None}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "AskOptions":
        """Return what `to_json` was made of."""
        project = kept.get("project_id")
        return cls(**{**kept, "project_id": UUID(project) if project else None})
