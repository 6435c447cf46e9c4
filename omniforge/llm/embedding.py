"""Parses responses of OpenAI's embeddings API."""

import math
from collections.abc import Sequence
from typing import Any

from omniforge.llm.errors import ModelMalformed
from omniforge.llm.types import DIMENSIONS, Embedding, Usage


def embedding(body: Any) -> Embedding:
    """Return the vectors in the order of their texts. Raises ModelMalformed if they are too short."""
    items = sorted(body["data"], key=lambda item: item["index"])
    usage = Usage(input_tokens=body.get("usage", {}).get("prompt_tokens", 0))
    return Embedding([_unit(item["embedding"]) for item in items], usage)


def _unit(vector: Sequence[float]) -> list[float]:
    """Truncate to DIMENSIONS and normalise: some servers ignore the requested dimensions."""
    if len(vector) < DIMENSIONS:
        raise ModelMalformed(f"The model's vectors have fewer than {DIMENSIONS} numbers. Choose another one.")
    length = math.hypot(*vector[:DIMENSIONS]) or 1.0
    return [number / length for number in vector[:DIMENSIONS]]
