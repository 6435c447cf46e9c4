"""Labelled examples, one JSON object per line: the data for training and evaluation."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intent.types import ActionType, AgentCard, Catalogue
from omniforge.llm.types import ChatMessage


@dataclass(frozen=True, slots=True)
class Example:
    """A message in context, and its action. `acceptable` are the actions that count as right."""

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
    """Return the labelled rows of a file. Raises ValueError, KeyError or TypeError if a row is incomplete.

    A row has its own agents and skills, or names by `catalogue` an earlier line that has a shared set.
    """
    catalogues: dict[int, Catalogue] = {}
    examples = []
    for line in filter(str.strip, path.read_text(encoding="utf-8").splitlines()):
        data = json.loads(line)
        if "message" in data:
            shared = catalogues[data["catalogue"]] if "catalogue" in data else _catalogue(data)
            examples.append(_example(data, shared))
        else:
            catalogues[data["catalogue"]] = _catalogue(data)
    return examples


def _catalogue(data: dict[str, Any]) -> Catalogue:
    agents = tuple(AgentCard(one["name"], one["description"], tuple(one["skills"])) for one in data["agents"])
    return Catalogue(agents, tuple(data["skills"]))


def _example(data: dict[str, Any], catalogue: Catalogue) -> Example:
    return Example(
        id=data["id"],
        kind=data["kind"],
        message=data["message"],
        history=tuple(ChatMessage(turn["role"], turn["content"]) for turn in data["history"]),
        catalogue=catalogue,
        action=ActionType(data["action_type"]),
        acceptable=frozenset(ActionType(name) for name in data["acceptable"]),
        is_ambiguous=data["is_ambiguous"],
        target_agent=data["target_agent"],
        entities=tuple(data["entities"].items()),
    )
