"""What goes to a language model and what comes back, as plain values without any vendor's shape."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

import orjson

Role = Literal["system", "user", "assistant", "tool"]
Purpose = Literal["intent", "reply", "plan", "summary", "grade", "embed"]
DIMENSIONS = 256  # of the vectors that texts become
FinishReason = Literal["stop", "length", "refused", "tools"]  # each provider's own words are mapped to these


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it; `schema` is the JSON Schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A model's wish to call a tool. `arguments` is JSON as the model wrote it, so it may be anything.

    One that is `cut` reached the longest length of an answer before it was whole: it must not be made.
    `extra`, JSON, is what the vendor wants back with the call as it was, such as a signature of its thoughts.
    """

    id: str
    name: str
    arguments: str
    cut: bool = False
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """An image: the id of its file, and its bytes in base64, which only a request that is sent has."""

    file: str
    media_type: str
    data: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message as a model sees it. (A stored one is `conversations.models.Message`.)

    An assistant's may hold `requests`. What came of each follows as a message with role `tool`, which says
    by `answers` whose it is: the request's id.
    """

    role: Role
    content: str
    requests: tuple[ToolRequest, ...] = ()
    answers: str = ""
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a call took, as the provider counted them; `cached_tokens` are those of the input that it
    had read before and charges less for.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0

    def __or__(self, other: "Usage") -> "Usage":
        """Return the greater of both counts, for a stream tells running totals."""
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
    max_tokens: int | None = None  # of the answer; None: as long as the model can make it
    schema: Mapping[str, Any] | None = None  # for an answer that must be JSON
    schema_name: str = "answer"
    is_strict: bool = True  # the schema is of the dialect that vendors enforce to the letter (schemas.py)
    tools: tuple[ToolSpec, ...] = ()  # what it may call
    must_answer: bool = False  # in words, though it is told of the tools
    temperature: float | None = None  # None: the model's own; one that takes none is asked without it


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer. The last ones carry the finish reason, and usage where it is told.

    `requests` are the tool calls that have become whole with this piece; `drafted` is how many characters of
    calls came with it, whole or not.
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
    """What one call took, for the usage ledger. `error` is an error code, or empty when it went well."""

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
