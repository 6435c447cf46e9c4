"""Ollama: OpenAI's wire format, and its own endpoints for details of models."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from omniforge.llm.errors import ModelError
from omniforge.llm.failures import model_errors
from omniforge.llm.model_listing import ListedModel
from omniforge.llm.openai import OpenAI
from omniforge.llm.vendors import Ability

_MOST = 20  # models whose abilities are requested
_ABILITIES: Mapping[str, Ability] = {"tools": "tools", "vision": "images"}


class Ollama(OpenAI):
    """A server of Ollama (https://docs.ollama.com/api). It truncates prompts beyond its context size."""

    async def list_models(self) -> list[ListedModel]:
        """Return the models with their abilities, and the context size with which the server loads models."""
        listed = await super().list_models()
        shown = await asyncio.gather(*map(self._told, listed[:_MOST]))
        size = await self._loaded_size()
        return [replace(model, context=size) if size else model for model in [*shown, *listed[_MOST:]]]

    async def _told(self, model: ListedModel) -> ListedModel:
        """Return a model with its abilities."""
        body = await self._asked("POST", "/api/show", {"model": model.id})
        said = body.get("capabilities")
        if not isinstance(said, list):
            return model
        can = tuple(ability for name, ability in _ABILITIES.items() if name in said)
        return replace(model, kind="embed" if "embedding" in said else "chat", abilities=(*can, "structured"))

    async def _loaded_size(self) -> int:
        """Return the smallest context size of the loaded models, 0 if none is loaded."""
        loaded = (await self._asked("GET", "/api/ps")).get("models") or ()
        sizes = [model.get("context_length") for model in loaded if isinstance(model, dict)]
        return min((size for size in sizes if isinstance(size, int) and size > 0), default=0)

    async def _asked(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the server's JSON, or {} if it doesn't know the path."""
        try:
            with model_errors():
                answer = await self.fetch(method, path, body)
        except ModelError:
            return {}
        return answer if isinstance(answer, dict) else {}
