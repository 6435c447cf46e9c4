"""What the stand-in takes a message for, where the site asks for an intent and no rule was given."""

import re
from typing import Any

from tests.standin.request import Request

_ACTIONS = {
    "add_skill_to_agent": r"\b(add|give|teach)\b.*\bskill",
    "create_skill": r"\b(create|make|build|write|new)\b.*\bskill",
    "manage_platform": r"\b(invite|api key|workspace|billing|members?)\b",
    "update_agent": r"\b(change|update|rename|pause|resume|instead)\b",
    "create_agent": r"\b(create|make|build|set up|new)\b.*\b(agent|bot)|\b(monitors?|wastes?|automate)\b",
    "query_info": r"\b(list|show|which|what|how|where|help)\b",
    "execute_task": r"\b(run|start|execute|analy[sz]e|summari[sz]e|do)\b",
}


def intent_answer(request: Request) -> dict[str, Any]:
    """Return an intent for the last message: the first action whose words are in it."""
    found = (action for action, words in _ACTIONS.items() if re.search(words, request.last, re.IGNORECASE))
    action = next(found, "unknown")
    intent = {
        "action_type": action,
        "confidence": 0.4 if action == "unknown" else 0.92,
        "reasoning": f"The stand-in found the words of {action} in the message.",
        "mode": {"unknown": "clarify", "query_info": "inform"}.get(action, "act"),
    }
    return {name: value for name, value in intent.items() if name in request.schema["properties"]}
