"""The model vendors, one row each. A new vendor is a new row if it uses an existing wire format."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from omniforge.llm.types import Purpose

Wire = Literal["openai", "responses", "anthropic", "azure", "ollama"]
Ability = Literal["tools", "images", "structured"]
ALL: tuple[Ability, ...] = ("tools", "images", "structured")
USUAL_LISTING = "models"
_LARGE: tuple[Purpose, ...] = ("reply", "plan")


@dataclass(frozen=True, slots=True)
class VendorRow:
    """A vendor's endpoints and preferred models.

    `models` is the path of its listing, relative to the `address`. `large`, `small` and `embed` are models in
    order of preference. `can` are the abilities of all its chat models, if known. `prices` is its name in the
    price list. A vendor that `signs_calls` needs them back with its signature.
    """

    label: str
    wire: Wire = "openai"
    address: str = ""
    asks_address: bool = False
    address_hint: str = ""
    models: str = USUAL_LISTING
    large: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    embed: tuple[str, ...] = ()
    needs_key: bool = True
    key_hint: str = ""
    can: tuple[Ability, ...] = ()
    prices: str = ""
    signs_calls: bool = False

    def preferred(self, purpose: Purpose) -> tuple[str, ...]:
        """Return the models for a role, best first. May be empty."""
        if purpose == "embed":
            return self.embed
        return self.large if purpose in _LARGE else self.small

    def choose(self, purpose: Purpose, listed: Collection[str]) -> str:
        """Return the preferred one of the `listed` models for a role, or ''."""
        return next((model for model in self.preferred(purpose) if model in listed), "")


VENDORS = {
    "openai": VendorRow(
        "OpenAI",
        address="https://api.openai.com/v1",
        large=("gpt-4o", "gpt-4.1", "gpt-5"),
        small=("gpt-4o-mini", "gpt-4.1-mini", "gpt-5-mini"),
        embed=("text-embedding-3-small",),
        key_hint="Starts with sk-. Create one at platform.openai.com/api-keys.",
        can=ALL,
        prices="openai",
    ),
    "anthropic": VendorRow(
        "Anthropic",
        wire="anthropic",
        address="https://api.anthropic.com",
        models="v1/models?limit=1000",
        large=("claude-sonnet-4-6", "claude-sonnet-4-5", "claude-sonnet-5-5"),
        small=("claude-haiku-4-5", "claude-haiku-5-5"),
        key_hint="Starts with sk-ant-. Create one at console.anthropic.com.",
        can=ALL,
        prices="anthropic",
    ),
    "gemini": VendorRow(
        "Google Gemini",
        address="https://generativelanguage.googleapis.com/v1beta/openai",
        large=("gemini-2.5-pro", "gemini-2.5-flash", "gemini-3.5-flash"),
        small=("gemini-2.5-flash-lite", "gemini-2.5-flash", "gemini-3.5-flash-lite"),
        embed=("gemini-embedding-001",),
        key_hint="Create one at aistudio.google.com/apikey.",
        can=ALL,
        prices="google",
        signs_calls=True,
    ),
    "azure": VendorRow(
        "Azure OpenAI",
        wire="azure",
        asks_address=True,
        address_hint="https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT?api-version=2024-10-21",
        key_hint="Key 1 or Key 2 of the resource, in the Azure portal.",
        can=ALL,
        prices="azure",
    ),
    "openai-responses": VendorRow(
        "OpenAI Responses API",
        wire="responses",
        address="https://api.openai.com/v1",
        asks_address=True,
        large=("gpt-5", "gpt-4.1", "gpt-4o"),
        small=("gpt-5-mini", "gpt-4.1-mini", "gpt-4o-mini"),
        key_hint="Starts with sk-. Create one at platform.openai.com/api-keys.",
        can=ALL,
        prices="openai",
    ),
    "openrouter": VendorRow(
        "OpenRouter",
        address="https://openrouter.ai/api/v1",
        large=("anthropic/claude-sonnet-4.6", "openai/gpt-4o"),
        small=("anthropic/claude-haiku-4.5", "openai/gpt-4o-mini"),
        key_hint="Starts with sk-or-. Create one at openrouter.ai/keys.",
        prices="openrouter",
    ),
    "ollama": VendorRow(
        "Ollama",
        wire="ollama",
        address="http://127.0.0.1:11434/v1",
        asks_address=True,
        needs_key=False,
    ),
    "lmstudio": VendorRow(
        "LM Studio",
        address="http://127.0.0.1:1234/v1",
        asks_address=True,
        models="/api/v0/models",
        needs_key=False,
    ),
    "server": VendorRow(
        "vLLM or llama.cpp",
        address="http://127.0.0.1:8000/v1",
        asks_address=True,
        needs_key=False,
    ),
    "compatible": VendorRow(
        "OpenAI-compatible server",
        asks_address=True,
        address_hint="https://models.example.com/v1",
        needs_key=False,
    ),
}
