"""Prices of tokens."""

import asyncio
from decimal import Decimal

from omniforge.llm.prices import PriceList, load_price_list
from omniforge.llm.types import Usage


def test_a_known_model_has_its_list_price():
    assert PriceList().price("openai", "gpt-4o-mini", Usage(1_000_000, 1_000_000)) == Decimal("0.75")


def test_a_model_without_a_price_costs_nothing():
    prices = PriceList()
    assert prices.price("openai", "llama3:8b", Usage(1000, 1000)) == 0
    assert prices.price("scripted", "demo", Usage(1000, 1000)) == 0


async def test_the_list_is_loaded_once_for_all():
    first, second = await asyncio.gather(load_price_list(), load_price_list())
    assert await load_price_list() is first or second
