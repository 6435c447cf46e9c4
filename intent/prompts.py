"""The classifier's prompt (`data/prompt.md`), with all text by people fenced as data."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from intent.types import Catalogue
from omniforge.llm.types import ChatMessage

_MOST_TURNS = 6  # what a message refers to stands in the last three exchanges
_MOST_AGENTS = 60
_TURN_LENGTH, _MESSAGE_LENGTH, _DESCRIPTION_LENGTH = 700, 4_000, 120
_LAST, _EARLIER_LENGTH = 2, 200  # the turns that a message answers; characters kept of each earlier one

SYSTEM = (Path(__file__).parent / "data" / "prompt.md").read_text(encoding="utf-8").strip()


def build_prompt(message: str, history: Sequence[ChatMessage], catalogue: Catalogue) -> list[ChatMessage]:
    """Return the system prompt, and one user message with catalogue, history and message as JSON."""
    parts = [
        _fenced("catalogue", _catalogue(catalogue)),
        _fenced("history", list(_told(history[-_MOST_TURNS:]))),
    ]
    parts += [_fenced("message", cut(message, _MESSAGE_LENGTH)), "Label the message."]
    return [ChatMessage("system", SYSTEM), ChatMessage("user", "\n".join(parts))]


def _told(turns: Sequence[ChatMessage]) -> Iterator[Mapping[str, str]]:
    for number, turn in enumerate(turns, 1):
        is_last = number > len(turns) - _LAST
        yield {turn.role: cut(turn.content, _TURN_LENGTH if is_last else _EARLIER_LENGTH)}


def _fenced(tag: str, data: Any) -> str:
    """Return the data between tags that it cannot close: '<' is written as a JSON escape."""
    written = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f"<{tag}>{written}</{tag}>"


def _catalogue(catalogue: Catalogue) -> Mapping[str, Any]:
    agents = [
        {"name": agent.name, "does": cut(agent.description, _DESCRIPTION_LENGTH)}
        | ({"skills": agent.skills} if agent.skills else {})
        for agent in catalogue.agents[:_MOST_AGENTS]
    ]
    return {"agents": agents, "skills": catalogue.skills[:_MOST_AGENTS]}


def cut(text: str, length: int) -> str:
    """Return `text`, or its two ends if it is longer than `length` characters."""
    return text if len(text) <= length else f"{text[: length // 2]} […] {text[-(length // 2) :]}"
