"""Answers for the next requests, in order."""

import re
from dataclasses import dataclass
from typing import Any

from tests.standin.blocks import Answer, block_of
from tests.standin.faults import Failure, Fault
from tests.standin.request import Request


@dataclass(frozen=True)
class Turn:
    """An answer, or its part before `failure`, for a request that matches `match`."""

    match: str
    answer: Answer
    failure: Failure | None

    def fits(self, request: Request) -> bool:
        """True for requests that may be answered so: none whose answer has to fit a schema."""
        return request.schema is None and bool(re.search(self.match, request.text, re.IGNORECASE))


def turn_of(item: dict[str, Any]) -> Turn:
    """Read an answer, all of whose keys may be left out.

        text       what the model says
        tools      what it calls after that: a list of {"name": "…", "arguments": {…} or "…"}
        blocks     instead of both, texts and calls in any order
        fault      what goes wrong (tests/standin/faults.py), `after` so many tokens, with `retry_after`
        match      the answer is for a prompt in which this pattern is found

    Raises KeyError, TypeError or ValueError if it is something else.
    """
    known = {"text", "tools", "blocks", "fault", "after", "retry_after", "match"}
    if unknown := set(item) - known:
        raise ValueError(f"{sorted(unknown)} is none of {sorted(known)}")
    text = [item["text"]] if item.get("text") else []
    blocks = item.get("blocks") or text + item.get("tools", [])
    failure = None
    if "fault" in item:
        failure = Failure(Fault(item["fault"]), item.get("after", 3), item.get("retry_after"))
    return Turn(item.get("match", ""), tuple(map(block_of, blocks)), failure)
