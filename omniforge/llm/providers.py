"""The providers that the settings configure, one object for each endpoint and key in this process."""

from collections.abc import Mapping
from functools import cache

from omniforge.llm import anthropic, openai
from omniforge.llm.base import Provider
from omniforge.llm.scripted import Scripted

_VENDORS = {"openai": openai, "anthropic": anthropic}
scripted = Scripted()  # the provider behind the role strings 'scripted:NAME'


def configured_providers(settings: Mapping[str, Mapping[str, str]]) -> dict[str, Provider]:
    """Return the providers that can be used: those with a key, or with a base URL other than the vendor's.

    `settings` is MODEL_PROVIDERS: by name, `api_key` and `base_url`. (A local server needs no key.)
    """
    return {
        name: _provider(name, endpoint["api_key"], endpoint["base_url"])
        for name, endpoint in settings.items()
        if endpoint["api_key"] or endpoint["base_url"] != _VENDORS[name].BASE_URL
    } | {"scripted": scripted}


@cache
def _provider(name: str, api_key: str, base_url: str) -> Provider:
    """Return the same object every time: it holds the clients, and its circuit breakers hang on it."""
    vendor = openai.OpenAI if name == "openai" else anthropic.Anthropic
    return vendor(api_key=api_key, base_url=base_url)
