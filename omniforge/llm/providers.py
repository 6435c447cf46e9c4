"""The providers that the settings configure, one object for each endpoint and key in this process."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from omniforge.llm import local
from omniforge.llm.base import BASE_URLS, Provider
from omniforge.llm.scripted import Scripted

_local = local.Local()
scripted = Scripted()  # the provider behind the role strings 'scripted:NAME'


def configured_providers(settings: Mapping[str, Mapping[str, str]]) -> dict[str, Provider]:
    """Return the providers that can be used: those with a key, or with a base URL other than the vendor's.

    `settings` is MODEL_PROVIDERS: by name, `api_key` and `base_url`. (A local server needs no key.)
    """
    embedder = {"local": cast(Provider, _local)} if local.is_installed() else {}  # roles let it embed only
    remote = {
        name: _provider(name, endpoint["api_key"], endpoint["base_url"])
        for name, endpoint in settings.items()
        if endpoint["api_key"] or endpoint["base_url"] != BASE_URLS[name]
    }
    return remote | embedder | {"scripted": scripted}


@cache
def _provider(name: str, api_key: str, base_url: str) -> Provider:
    """Return the same object every time: it holds the clients, and its circuit breakers hang on it."""
    # Late imports, as a site that works by rules needs no HTTP client.
    if name == "openai":
        from omniforge.llm.openai import OpenAI

        return OpenAI(api_key=api_key, base_url=base_url)
    from omniforge.llm.anthropic import Anthropic

    return Anthropic(api_key=api_key, base_url=base_url)
