"""Models without tools, schemas or vision: detected by their refusal, and remembered."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from weakref import WeakKeyDictionary

from omniforge.llm.base import Provider
from omniforge.llm.errors import ModelRejected, ModelWithoutTools
from omniforge.llm.images import has_images, without_images
from omniforge.llm.types import Delta, ModelRequest
from omniforge.llm.written_answers import WrittenAnswer
from omniforge.llm.written_calls import tools_in_prompt

logger = logging.getLogger(__name__)

_Deltas = AsyncGenerator[Delta, None]
_toolless: WeakKeyDictionary[Provider, set[str]] = WeakKeyDictionary()
_formless: WeakKeyDictionary[Provider, set[str]] = WeakKeyDictionary()
_blind: WeakKeyDictionary[Provider, set[str]] = WeakKeyDictionary()


async def stream_with_fallbacks(
    provider: Provider, request: ModelRequest, *, lacks_tools: bool = False, lacks_sight: bool = False
) -> _Deltas:
    """Yield the provider's answer. A model without tool calling gets the tools in its prompt, one without
    vision a note of the images.

    `lacks_tools` and `lacks_sight` come from the vendor. Raises a kind of ModelError.
    """
    blind = _blind.setdefault(provider, set())
    if has_images(request) and (lacks_sight or request.model in blind):
        request = without_images(request)
    try:
        async with aclosing(_answered(provider, request, lacks_tools)) as deltas:
            async for delta in deltas:
                yield delta
        return
    except ModelRejected:
        if not has_images(request):
            raise
    async with aclosing(_answered(provider, without_images(request), lacks_tools)) as deltas:
        async for delta in deltas:
            if request.model not in blind:  # the images were the problem, as it answers without them
                blind.add(request.model)
                logger.warning("%s refused images: from now on it gets none", request.model)
            yield delta


async def _answered(provider: Provider, request: ModelRequest, lacks_tools: bool) -> _Deltas:
    if not request.tools:
        stream = provider.stream(request)
    elif lacks_tools or request.model in _toolless.get(provider, ()):
        stream = _in_writing(provider, request)
    else:
        stream = _with_tools(provider, request)
    async with aclosing(stream) as deltas:
        async for delta in deltas:
            yield delta


async def _with_tools(provider: Provider, request: ModelRequest) -> _Deltas:
    try:
        async with aclosing(provider.stream(request)) as deltas:
            async for delta in deltas:
                yield delta
        return
    except ModelWithoutTools:  # before the first delta: a refused request has no output
        _toolless.setdefault(provider, set()).add(request.model)
        logger.warning("%s refused tools: from now on its prompt describes them", request.model)
    async with aclosing(_in_writing(provider, request)) as deltas:
        async for delta in deltas:
            yield delta


async def _in_writing(provider: Provider, request: ModelRequest) -> _Deltas:
    formless = _formless.setdefault(provider, set())
    if request.model not in formless:
        try:
            async with aclosing(_read(provider, tools_in_prompt(request))) as deltas:
                async for delta in deltas:
                    yield delta
            return
        except ModelRejected:
            formless.add(request.model)
            logger.warning("%s refused a JSON schema: from now on it gets none", request.model)
    async with aclosing(_read(provider, tools_in_prompt(request, structured=False))) as deltas:
        async for delta in deltas:
            yield delta


async def _read(provider: Provider, request: ModelRequest) -> _Deltas:
    answer = WrittenAnswer()
    async with aclosing(provider.stream(request)) as deltas:
        async for delta in deltas:
            yield answer.take(delta)
