"""Answers to requests for an intent: the result of the site's own rules."""

import json
import re
from typing import Any

from intent.local import analyse
from intent.types import AgentCard, Catalogue
from omniforge.llm.types import ChatMessage
from tests.standin.request import Request


def intent_answer(request: Request) -> dict[str, Any]:
    """Return the intent of the message in the prompt, with the keys of the schema that was sent."""
    intent = analyse(*_read_prompt(request.last))
    answer = {
        "reasoning": intent.reasoning,
        "action_type": intent.action_type,
        "confidence": intent.confidence,
        "is_ambiguous": intent.is_ambiguous,
        "alternative_action": intent.alternative_action,
        "alternative_confidence": intent.alternative_confidence,
        "clarifying_question": intent.clarifying_question,
        "target_agent": intent.target_agent,
        "entities": [{"name": name, "value": value} for name, value in intent.entities.items()],
    }
    return {name: value for name, value in answer.items() if name in request.schema["properties"]}


def _read_prompt(prompt: str) -> tuple[str, list[ChatMessage], Catalogue]:
    """Return message, history and catalogue as `intent.prompts` fences them; another is all message."""
    fenced = re.findall(r"<(catalogue|history|message)>(.*?)</\1>", prompt, re.DOTALL)
    parts = {tag: json.loads(text) for tag, text in fenced}
    known = parts.get("catalogue", {"agents": [], "skills": []})
    agents = tuple(AgentCard(a["name"], a["does"], tuple(a.get("skills", ()))) for a in known["agents"])
    history = [ChatMessage(*next(iter(turn.items()))) for turn in parts.get("history", [])]
    return parts.get("message", prompt), history, Catalogue(agents, tuple(known["skills"]))
