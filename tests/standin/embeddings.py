"""How OpenAI answers on /v1/embeddings: texts that share words, or parts of words, have similar vectors."""

import math
import re
from collections.abc import Iterator
from typing import Any
from zlib import crc32

from tests.standin.blocks import Answer
from tests.standin.faults import Fault
from tests.standin.openai_wire import STATUS, error
from tests.standin.request import Request

__all__ = ["PATH", "STATUS", "VENDOR", "error", "objection", "whole"]

VENDOR = "openai"
PATH = "/v1/embeddings"


def objection(request: Request) -> str | None:
    """Return what the vendor would refuse about `request`."""
    texts = request.body["input"]
    if not texts or not all(texts):
        return "'$.input' is invalid"
    return "at most 2048 inputs" if len(texts) > 2048 else None


def whole(request: Request, answer: Answer, fault: Fault | None) -> dict[str, Any]:
    """Return the body with a vector for each text."""
    size = request.body.get("dimensions", 1536)
    vectors = [vector(text, size) for text in request.body["input"]]
    data = [{"object": "embedding", "index": i, "embedding": one} for i, one in enumerate(vectors)]
    tokens = sum(len(text.split()) for text in request.body["input"])
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": request.model, "usage": usage}


def vector(text: str, size: int) -> list[float]:
    """Return a unit vector with a dimension for each word and trigram."""
    numbers = [0.0] * size
    for feature in _features(text.lower()):
        place = crc32(feature.encode())
        numbers[place % size] += 1 if place & 0x10000 else -1
    length = math.hypot(*numbers) or 1.0
    return [number / length for number in numbers]


def _features(text: str) -> Iterator[str]:
    for word in re.findall(r"[^\W_]{4,}", text):
        yield word
        yield from (word[place : place + 3] for place in range(len(word) - 2))
