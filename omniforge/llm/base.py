"""The interface of model providers."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from omniforge.llm.types import Completion, Delta, Embedding, ModelRequest


class Provider(Protocol):
    """A vendor's endpoint with its key. All its errors are kinds of ModelError.

    `vendor` names the vendor in the ledger and in metrics.
    """

    vendor: str

    async def prepare(self) -> None:
        """Load lazily imported parts before the first call."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the answer in non-empty pieces. Closing the generator ends the request.

        A piece's `drafted` shows that a tool call is being written, long before it is complete.
        """
        ...

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the whole answer."""
        ...


class Embedder(Protocol):
    """A provider that can also embed texts."""

    async def embed(self, model: str, texts: Sequence[str], *, as_query: bool = False) -> Embedding:
        """Return a vector for each text, of a vendor DIMENSIONS numbers. Some models embed queries apart."""
        ...
