"""What vendors tell of their models. They all list names; some tell sizes, prices and abilities too."""

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
# The names that servers have for the same: OpenRouter, vLLM, LM Studio, Anthropic.
_CONTEXT = (
    "context_length",
    "max_model_len",
    "loaded_context_length",
    "max_context_length",
    "max_input_tokens",
)
_MOST = 500
LONGEST_MODEL = 80  # characters of a name; the longest known have about 60


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model of a vendor: how many tokens it reads at once, and what it can do; 0 and None if not told.

    Prices are US dollars for a million tokens, as text; empty where they aren't known.
    """

    id: str
    kind: Literal["chat", "embed"] = "chat"
    context: int = 0
    abilities: tuple[Ability, ...] | None = None
    input_price: str = ""
    output_price: str = ""

    @property
    def lacks_tools(self) -> bool:
        """Whether its vendor says that it has no tool calling."""
        return self.abilities is not None and "tools" not in self.abilities

    @property
    def is_blind(self) -> bool:
        """Whether its vendor says that it sees no images."""
        return self.abilities is not None and "images" not in self.abilities

    @property
    def context_in_words(self) -> str:
        """The tokens that it reads at once, as people say them: 128K, 1M."""
        if self.context >= 1_000_000:
            return f"{self.context / 1_000_000:.2g}M"
        return f"{self.context / 1_000:.0f}K"

    @property
    def abilities_in_words(self) -> str:
        """What it can do, or an empty text if nobody said."""
        words = {"tools": "Tools", "images": "images", "structured": "structured output"}
        return ", ".join(words[ability] for ability in self.abilities or ()).capitalize()

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ListedModel":
        """Return a model as `asdict` has written it."""
        can = stored["abilities"]
        return cls(**{**stored, "abilities": None if can is None else tuple(can)})


def read_listing(body: Any, row: VendorRow) -> list[ListedModel]:
    """Return the models that can chat or embed. Raises KeyError or TypeError where this is no listing."""
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
    """Return what OpenRouter or LM Studio tells, else what all models of the vendor can do."""
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
    """Return the model with what the price list knows of it."""
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
