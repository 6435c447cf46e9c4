"""The blocks of an answer, and how a model streams them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool; `arguments` is JSON, or whatever the model writes in its place."""

    name: str
    arguments: str = "{}"


Block = str | ToolCall
Answer = tuple[Block, ...]


@dataclass(frozen=True)
class Piece:
    """About a token of `block`, which is the answer's block `index`, and its call `place` if it is a call."""

    block: Block
    index: int
    place: int
    text: str
    opens: bool


def pieces(answer: Answer) -> list[Piece]:
    """Cut `answer` as a model would stream it, about a word at a time."""
    return [piece for index in range(len(answer)) for piece in _cut(answer, index)]


def block_of(item: str | dict[str, Any]) -> Block:
    """Parse a block: text, or a call's name and arguments, either an object or the raw JSON to send."""
    if isinstance(item, str):
        return item
    arguments = item.get("arguments", {})
    return ToolCall(item["name"], arguments if isinstance(arguments, str) else json.dumps(arguments))


def calls(answer: Answer) -> list[ToolCall]:
    """Return the calls in `answer`."""
    return [block for block in answer if isinstance(block, ToolCall)]


def _cut(answer: Answer, index: int) -> Iterator[Piece]:
    block, place = answer[index], len(calls(answer[:index]))
    if isinstance(block, str):
        texts = re.findall(r"\s*\S{1,12}|\s+$", block)
    else:
        texts = re.findall(r"(?s).{1,9}", block.arguments) or [""]
    return (Piece(block, index, place, text, not i) for i, text in enumerate(texts))
