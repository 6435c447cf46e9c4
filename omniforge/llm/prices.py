"""Token prices. The price list takes half a second to load, so a thread loads it during the first call."""

import asyncio
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from omniforge.llm.types import Usage
from omniforge.llm.vendors import VENDORS

_MILLION = 1_000_000


class KnownModel(NamedTuple):
    """The list's entry of a model: its context window in tokens, and US dollars per million tokens."""

    context: int
    input_price: str
    output_price: str


class PriceList:
    """List prices of the vendors' models in US dollars (genai-prices)."""

    def __init__(self) -> None:
        import genai_prices
        from genai_prices.data_snapshot import get_snapshot

        self._usage = genai_prices.Usage
        self._snapshot = get_snapshot()
        self.price("openai", "gpt-4o-mini", Usage(1, 1))  # the first look-up reads all of the list

    def price(self, provider: str, model: str, usage: Usage) -> Decimal:
        """Return what `usage` costs in US dollars, 0 for a model without a price, such as a local one."""
        listed = VENDORS[provider].prices if provider in VENDORS else provider
        if not listed:
            return Decimal(0)
        tokens = self._usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cached_tokens or None,
        )
        try:
            return self._snapshot.calc(tokens, model, listed, None, None).total_price
        except LookupError:
            return Decimal(0)

    def known(self, listed: str, model: str) -> KnownModel | None:
        """Return the entry of a model. `listed` is the vendor's name in the list."""
        try:
            found = self._snapshot.find_provider_model(model, None, listed, None)[1]
            sent, got = (
                self._snapshot.calc(usage, model, listed, None, None).total_price
                for usage in (self._usage(input_tokens=_MILLION), self._usage(output_tokens=_MILLION))
            )
        except LookupError:
            return None
        return KnownModel(found.context_window or 0, f"{sent.normalize():f}", f"{got.normalize():f}")


_price_list = cache(PriceList)


def known_model(listed: str, model: str) -> KnownModel | None:
    """Return the price list's entry of a model. The first call takes half a second."""
    return _price_list().known(listed, model)


def load_price_list() -> "asyncio.Future[PriceList]":
    """Return a future of the price list, which a thread loads."""
    loop = asyncio.get_running_loop()
    if not _price_list.cache_info().currsize:
        return loop.run_in_executor(None, _price_list)
    loaded = loop.create_future()
    loaded.set_result(_price_list())
    return loaded
