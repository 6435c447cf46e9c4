"""Vectors of a passage's sentences by the local model, stored with the passage as half floats.

A sentence that answers is often closer to the question than its whole passage, which is about more.
"""

import struct
from base64 import b64decode, b64encode
from collections.abc import Sequence
from operator import mul

from omniforge.projects.models import Passage
from omniforge.projects.search.sentences import sentences_of

Vector = Sequence[float]
_BYTES = 2  # per number


def sentences_in_context(passage: Passage) -> list[str]:
    """Return the sentences below their headings: alone they often don't name their subject."""
    title, *headings = passage.heading.split("\n")
    heading = headings[-1] if headings else ""
    return [f"{title}. {heading}. {sentence}" for sentence in sentences_of(passage.text)]


def pack_vectors(vectors: Sequence[Vector]) -> str:
    """Return vectors of equal length as text, their number first."""
    numbers = [number for vector in vectors for number in vector]
    return f"{len(vectors)} {b64encode(struct.pack(f'<{len(numbers)}e', *numbers)).decode()}"


def unpack_vectors(text: str) -> list[Vector]:
    """Return the vectors of `pack_vectors`, none for an empty text."""
    count, _, packed = text.partition(" ")
    if not packed:
        return []
    data = b64decode(packed)
    numbers = struct.unpack(f"<{len(data) // _BYTES}e", data)
    length = len(numbers) // int(count)
    return [numbers[start : start + length] for start in range(0, len(numbers), length)]


def closest_of(vectors: Sequence[Vector], query: Vector) -> float:
    """Return the highest cosine of unit vectors with a query's, -1 if there are none."""
    return max((sum(map(mul, vector, query)) for vector in vectors), default=-1.0)
