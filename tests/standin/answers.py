"""Chooses an answer: the first matching rule, else plain words or minimal JSON for the schema."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from tests.standin.blocks import Answer
from tests.standin.request import Request

Reply = str | dict[str, Any] | Answer | Callable[[Request], str | dict[str, Any] | Answer]
SENTENCE = (
    "The agent reads the tickets of this week, keeps those that are late, groups them by team and sends "
    "each team a short list with the owner and the day on which it was due."
)


@dataclass(frozen=True)
class Rule:
    """A `reply` for prompts that match `pattern`."""

    pattern: str
    reply: Reply

    def fits(self, request: Request) -> bool:
        """True if the prompt matches, and the kind of reply: blocks, or an object with keys of the schema."""
        if not re.search(self.pattern, request.text, re.IGNORECASE):
            return False
        if isinstance(self.reply, dict):
            return request.schema is not None and self.reply.keys() <= request.schema["properties"].keys()
        return callable(self.reply) or request.schema is None


def answer(request: Request, rules: list[Rule], tokens: int) -> Answer:
    """Return the answer to `request`; without a rule, `tokens` words or JSON."""
    rule = next((rule for rule in rules if rule.fits(request)), None)
    reply = rule.reply if rule else _default(request, tokens)
    reply = reply(request) if callable(reply) else reply
    if isinstance(reply, dict):
        filled = instance(request.schema, request.schema) | reply if request.schema else reply
        return (json.dumps(filled),)
    return (reply,) if isinstance(reply, str) else reply


def instance(schema: dict[str, Any], root: dict[str, Any]) -> Any:
    """Return the minimal value for `schema`, a part of `root`."""
    if "$ref" in schema:
        return instance(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return None if {"type": "null"} in schema["anyOf"] else instance(schema["anyOf"][0], root)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        return {name: instance(part, root) for name, part in schema.get("properties", {}).items()}
    return {"string": "", "integer": 1, "number": 1.0, "boolean": False, "array": []}.get(
        schema.get("type", "")
    )


def _default(request: Request, tokens: int) -> Reply:
    if request.schema is None:
        return " ".join(islice(cycle(SENTENCE.split()), tokens))
    if "action_type" not in request.schema["properties"]:
        return {}
    # Late, as the rules behind it take some megabytes, and most requests ask for no intent.
    from tests.standin.intents import intent_answer

    return intent_answer
