"""The usable providers: one object per endpoint and key in this process."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from omniforge.llm import local
from omniforge.llm.base import Provider
from omniforge.llm.scripted import Scripted
from omniforge.llm.vendors import VENDORS, Wire

if TYPE_CHECKING:
    from omniforge.llm.vendor import Vendor

_local = local.Local()
scripted = Scripted()  # the provider behind the role strings 'scripted:NAME'


def configured_providers(settings: Mapping[str, Mapping[str, str]]) -> dict[str, Provider]:
    """Return the usable providers: those with a key, or with a base URL other than the vendor's.

    `settings` is MODEL_PROVIDERS: `api_key` and `base_url` by name. (A local server needs no key.)
    """
    embedder = {"local": cast(Provider, _local)} if local.is_installed() else {}  # only for the role `embed`
    remote = {
        name: connect(name, endpoint["api_key"], endpoint["base_url"])
        for name, endpoint in settings.items()
        if endpoint["api_key"] or endpoint["base_url"] != VENDORS[name].address
    }
    return remote | embedder | {"scripted": scripted}


@lru_cache(maxsize=1_024)
def connect(vendor: str, api_key: str, base_url: str, *, guarded: bool = False) -> "Vendor":
    """Return the provider. The same arguments give the same object, which owns the circuit breakers.

    `vendor` is a row of the registry, an address that people entered is `guarded`.
    """
    # Late imports: a site without models needs no HTTP client.
    from omniforge.llm.anthropic import Anthropic
    from omniforge.llm.azure import Azure
    from omniforge.llm.ollama import Ollama
    from omniforge.llm.openai import OpenAI
    from omniforge.llm.responses import Responses

    wires: dict[Wire, type[Vendor]] = {
        "openai": OpenAI,
        "responses": Responses,
        "anthropic": Anthropic,
        "azure": Azure,
        "ollama": Ollama,
    }
    wire = wires[VENDORS[vendor].wire]
    return wire(api_key=api_key, base_url=base_url, vendor=vendor, guarded=guarded)
