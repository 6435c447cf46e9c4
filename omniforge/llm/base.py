"""What a provider of language models is."""

from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from omniforge.llm.types import Completion, Delta, Embedding, ModelRequest


class Provider(Protocol):
    """A vendor's endpoint with its key. Every failure leaves it as a kind of ModelError.

    `vendor` is whose it is, for the ledger and the figures.
    """

    vendor: str

    async def prepare(self) -> None:
        """Load what the first call would otherwise wait for."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Yield the answer piece by piece, none of it empty. Closing the generator ends the request.

        A piece tells by `drafted` that a tool call is being written, long before it is whole.
        """
        ...

    async def complete(self, request: ModelRequest) -> Completion:
        """Return the whole answer."""
        ...


class Embedder(Protocol):
    """A provider that turns texts into vectors; not each one does."""

    async def embed(self, model: str, texts: Sequence[str], *, as_query: bool = False) -> Embedding:
        """Return a vector of DIMENSIONS numbers for each text; some models embed queries otherwise."""
        ...
