"""Parses vendors' model listings. All have names. Some have sizes, prices and abilities too."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from omniforge.llm.prices import known_model
from omniforge.llm.vendors import Ability, VendorRow
from omniforge.llm.windows import published_window

_EMBEDS = re.compile(r"embed|\bbge\b|minilm|\be5\b", re.IGNORECASE)
_NO_CHAT = re.compile(
    r"whisper|\btts\b|dall-e|moderation|realtime|audio|transcribe|image|\bsora\b|babbage|davinci|turbo-instruct"
    r"|rerank|guard\b|-live\b|\bveo\b|\baqa\b|computer-use|deep-research|robotics|search-api",
    re.IGNORECASE,
)
# Different servers' names for the same field: OpenRouter, vLLM, LM Studio, Anthropic.
_CONTEXT = (
    "context_length",
    "max_model_len",
    "loaded_context_length",
    "max_context_length",
    "max_input_tokens",
)
_MOST = 500
LONGEST_MODEL = 80  # characters of a name; the longest known ones have about 60


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A vendor's model: its context window in tokens, and its abilities, 0 and None if not reported.

    Prices are US dollars per million tokens, as text, empty if unknown.
    """

    id: str
    kind: Literal["chat", "embed"] = "chat"
    context: int = 0
    abilities: tuple[Ability, ...] | None = None
    input_price: str = ""
    output_price: str = ""

    @property
    def lacks_tools(self) -> bool:
        """True if its vendor reports no tool calling."""
        return self.abilities is not None and "tools" not in self.abilities

    @property
    def is_blind(self) -> bool:
        """True if its vendor reports no vision."""
        return self.abilities is not None and "images" not in self.abilities

    @property
    def context_in_words(self) -> str:
        """The context window in short form: 128K, 1M."""
        if self.context >= 1_000_000:
            return f"{self.context / 1_000_000:.2g}M"
        return f"{self.context / 1_000:.0f}K"

    @property
    def abilities_in_words(self) -> str:
        """Its abilities as text, or empty if unknown."""
        words = {"tools": "Tools", "images": "images", "structured": "structured output"}
        return ", ".join(words[ability] for ability in self.abilities or ()).capitalize()

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ListedModel":
        """Read a model that `asdict` has written."""
        can = stored["abilities"]
        return cls(**{**stored, "abilities": None if can is None else tuple(can)})


def read_listing(body: Any, row: VendorRow) -> list[ListedModel]:
    """Return the models that can chat or embed. Raises KeyError or TypeError if this is no listing."""
    found = [_model(entry, row) for entry in body["data"][:_MOST]]
    return [model for model in found if len(model.id) <= LONGEST_MODEL and _is_of_use(model)]


def _is_of_use(model: ListedModel) -> bool:
    return model.kind == "embed" or not _NO_CHAT.search(model.id)


def ids_of(models: Iterable[ListedModel], kind: str = "chat") -> list[str]:
    return [model.id for model in models if model.kind == kind]


def _model(entry: Any, row: VendorRow) -> ListedModel:
    name = str(entry["id"]).removeprefix("models/")  # as Gemini writes it
    is_embedder = str(entry.get("type", "")).startswith("embed") or bool(_EMBEDS.search(name))
    told = ListedModel(
        id=name,
        kind="embed" if is_embedder else "chat",
        context=_context(entry),
        abilities=() if is_embedder else _abilities(entry, row),
        **_prices(entry),
    )
    return _completed(told, row)


def _context(entry: Any) -> int:
    told = [entry.get(name) for name in _CONTEXT] + [(entry.get("meta") or {}).get("n_ctx_train")]
    return next((size for size in told if isinstance(size, int) and size > 0), 0)


def _abilities(entry: Any, row: VendorRow) -> tuple[Ability, ...] | None:
    """Return the abilities that OpenRouter or LM Studio report, else those of all the vendor's models."""
    if isinstance(said := entry.get("supported_parameters"), list):
        images = "image" in ((entry.get("architecture") or {}).get("input_modalities") or ())
        can: dict[Ability, bool] = {
            "tools": "tools" in said,
            "images": images,
            "structured": "structured_outputs" in said,
        }
        return tuple(ability for ability, has in can.items() if has)
    if isinstance(said := entry.get("capabilities"), list):
        tools: tuple[Ability, ...] = ("tools",) if "tool_use" in said or "tools" in said else ()
        seen: tuple[Ability, ...] = ("images",) if entry.get("type") == "vlm" or "vision" in said else ()
        return tools + seen
    return row.can or None


def _prices(entry: Any) -> dict[str, str]:
    pricing = entry.get("pricing")
    if not isinstance(pricing, dict):
        return {}
    try:
        sent, got = (Decimal(str(pricing[name])) * 1_000_000 for name in ("prompt", "completion"))
        return {"input_price": f"{sent.normalize():f}", "output_price": f"{got.normalize():f}"}
    except (KeyError, ArithmeticError):
        return {}


def _completed(model: ListedModel, row: VendorRow) -> ListedModel:
    """Return the model with missing values from the price list."""
    known = known_model(row.prices, model.id) if row.prices else None
    if known is None:
        return model
    window = published_window(model.id)
    return replace(
        model,
        context=model.context or known.context or (window.tokens if window else 0),
        input_price=model.input_price or known.input_price,
        output_price=model.output_price or known.output_price,
    )
