"""What tokens cost. The price list takes half a second to load, so it is loaded beside the first call."""

import asyncio
from decimal import Decimal
from functools import cache

from omniforge.llm.types import Usage


class PriceList:
    """List prices of the vendors' models in US dollars (genai-prices)."""

    def __init__(self) -> None:
        import genai_prices
        from genai_prices.data_snapshot import get_snapshot

        self._usage = genai_prices.Usage
        self._snapshot = get_snapshot()
        self.price("openai", "gpt-4o-mini", Usage(1, 1))  # the first look-up reads all of the list

    def price(self, provider: str, model: str, usage: Usage) -> Decimal:
        """Return what `usage` costs in US dollars; 0 for a model without a price, such as a local one."""
        tokens = self._usage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cached_tokens or None,
        )
        try:
            return self._snapshot.calc(tokens, model, provider, None, None).total_price
        except LookupError:
            return Decimal(0)


_price_list = cache(PriceList)


def load_price_list() -> "asyncio.Future[PriceList]":
    """Return the price list, or the promise of it: it is loaded in a thread."""
    loop = asyncio.get_running_loop()
    if not _price_list.cache_info().currsize:
        return loop.run_in_executor(None, _price_list)
    loaded = loop.create_future()
    loaded.set_result(_price_list())
    return loaded
