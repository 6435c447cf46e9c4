"""Vendor-independent values for requests to language models and their answers."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

import orjson

Role = Literal["system", "user", "assistant", "tool"]
Purpose = Literal["intent", "reply", "plan", "summary", "grade", "embed"]
DIMENSIONS = 256  # of vendors' embedding vectors
FinishReason = Literal["stop", "length", "refused", "tools"]  # providers map their own values to these


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """The description of a tool for a model. `schema` is the JSON Schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A model's request to call a tool. `arguments` is JSON as the model wrote it, so it may be invalid.

    A `cut` request reached the maximum answer length before it was complete: it must not be executed.
    `extra`, JSON, is vendor data that must be returned with the call unchanged, such as a signature.
    """

    id: str
    name: str
    arguments: str
    cut: bool = False
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """An image: the id of its file, and its bytes in base64, filled in when a request is sent."""

    file: str
    media_type: str
    data: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message as a model sees it. (A stored one is `conversations.models.Message`.)

    An assistant's may hold `requests`. Their results follow as messages with role `tool`, whose
    `answers` is the request's id.
    """

    role: Role
    content: str
    requests: tuple[ToolRequest, ...] = ()
    answers: str = ""
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a call, as the provider counted them. `cached_tokens` is the part of the input that was
    cached, which costs less.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    def __or__(self, other: "Usage") -> "Usage":
        """Return the maximum of both counts, because a stream reports running totals."""
        return Usage(
            max(self.input_tokens, other.input_tokens),
            max(self.output_tokens, other.output_tokens),
            max(self.cached_tokens, other.cached_tokens),
        )


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a model."""

    model: str
    messages: tuple[ChatMessage, ...]
    max_tokens: int | None = None  # of the answer; None: the model's maximum
    schema: Mapping[str, Any] | None = None  # for an answer that must be JSON
    schema_name: str = "answer"
    is_strict: bool = True  # the schema is in the dialect that vendors enforce (schemas.py)
    tools: tuple[ToolSpec, ...] = ()  # tools that it may call
    must_answer: bool = False  # in words, although it has the tools
    temperature: float | None = None  # None: the model's default; dropped for a model that refuses it


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer. The last ones carry the finish reason, and usage if it is reported.

    `requests` are the tool calls completed by this piece. `drafted` is the number of characters of calls
    in it, complete or not.
    """

    text: str = ""
    finish_reason: FinishReason | None = None
    usage: Usage | None = None
    requests: tuple[ToolRequest, ...] = ()
    drafted: int = 0


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer."""

    text: str
    finish_reason: FinishReason | None
    usage: Usage


@dataclass(frozen=True, slots=True)
class Embedding:
    """Texts as vectors, in their order."""

    vectors: list[list[float]]
    usage: Usage


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call's usage, for the ledger. `error` is an error code, or empty on success."""

    purpose: Purpose
    provider: str
    model: str
    usage: Usage = field(default_factory=Usage)
    cost: Decimal = Decimal(0)
    latency_ms: int = 0
    first_token_ms: int | None = None
    error: str = ""


def prompt_hash(messages: Sequence[ChatMessage]) -> str:
    """Return the SHA-256, in hexadecimal, over roles and contents in order."""
    return hashlib.sha256(orjson.dumps([[one.role, one.content] for one in messages])).hexdigest()
