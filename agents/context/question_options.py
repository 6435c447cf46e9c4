"""Options for answering a question, as the caller may set them."""

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
    """Options for answering a question.

    A question is answered if its score, from 0 to 100, reaches `threshold`. `top_k` is the number of passages
    used, and `window` the number of earlier turns considered. `project_id` limits the search to one project;
    None searches everywhere.
    """

    top_k: int = TOP_K
    threshold: int = THRESHOLD
    window: int = WINDOW
    project_id: UUID | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the options as they are stored with a message."""
        return asdict(self) | {"project_id": str(self.project_id) if self.project_id else None}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "AskOptions":
        """Return the options from `to_json`."""
        project = kept.get("project_id")
        return cls(**{**kept, "project_id": UUID(project) if project else None})
