"""Labelled examples, one JSON object a line: what the weights are trained on and measured by."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent.types import ActionType, AgentCard, Catalogue
from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class Example:
    """A message in its place, and what it asks for; `acceptable` are the actions that count as right."""

    id: str
    kind: str
    message: str
    history: tuple[ChatMessage, ...]
    catalogue: Catalogue
    action: ActionType
    acceptable: frozenset[ActionType]
    is_ambiguous: bool = False
    target_agent: str | None = None
    entities: tuple[tuple[str, str], ...] = ()


def read_examples(path: Path) -> list[Example]:
    """The labelled rows of a file. Raises ValueError, KeyError or TypeError where a row lacks something."""
    return [
        _example(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]


def _example(data: dict[str, Any]) -> Example:
    agents = tuple(AgentCard(one["name"], one["description"], tuple(one["skills"])) for one in data["agents"])
    return Example(
        id=data["id"],
        kind=data["kind"],
        message=data["message"],
        history=tuple(ChatMessage(turn["role"], turn["content"]) for turn in data["history"]),
        catalogue=Catalogue(agents, tuple(data["skills"])),
        action=ActionType(data["action_type"]),
        acceptable=frozenset(ActionType(name) for name in data["acceptable"]),
        is_ambiguous=data["is_ambiguous"],
        target_agent=data["target_agent"],
        entities=tuple(data["entities"].items()),
    )
