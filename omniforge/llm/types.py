"""What goes to a language model and what comes back, as plain values without any vendor's shape."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

Role = Literal["system", "user", "assistant"]
Purpose = Literal["intent", "reply", "plan", "summary", "grade"]
FinishReason = Literal["stop", "length", "refused"]  # each provider's own words are mapped to these


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message as a model sees it. (A stored one is `conversations.models.Message`.)"""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a call took, as the provider counted them."""

    input_tokens: int = 0
    output_tokens: int = 0

    def __or__(self, other: "Usage") -> "Usage":
        """Return the greater of both counts, for a stream tells running totals."""
        return Usage(max(self.input_tokens, other.input_tokens), max(self.output_tokens, other.output_tokens))


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of `model`: messages, at most `max_tokens` of answer, and a JSON schema if it must be JSON."""

    model: str
    messages: tuple[ChatMessage, ...]
    max_tokens: int = 1024
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer. The last ones carry the finish reason, and usage where it is told."""

    text: str = ""
    finish_reason: FinishReason | None = None
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer."""

    text: str
    finish_reason: FinishReason | None
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
