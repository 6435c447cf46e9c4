"""The language models of one turn: the only interface that the rest of the site uses."""

import logging
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, Self, TypeVar, cast

from django.conf import settings
from pydantic import BaseModel, ValidationError

from omniforge.llm.base import Embedder, Provider
from omniforge.llm.breaker import breaker_of
from omniforge.llm.call import Call
from omniforge.llm.capabilities import stream_with_fallbacks
from omniforge.llm.continuation import continue_truncated
from omniforge.llm.errors import ModelError, ModelLengthLimit, ModelMalformed, ModelNotConfigured
from omniforge.llm.prices import load_price_list
from omniforge.llm.providers import configured_providers
from omniforge.llm.retry import time_limit, with_retries
from omniforge.llm.roles import RULES, resolve_roles
from omniforge.llm.schemas import strict_schema
from omniforge.llm.timed_stream import pace
from omniforge.llm.types import (
    ChatMessage,
    Delta,
    ModelCall,
    ModelRequest,
    Purpose,
    ToolRequest,
    ToolSpec,
)
from omniforge.llm.windows import Window, window_of

logger = logging.getLogger(__name__)

T = TypeVar("T", bound=BaseModel)
_LOCAL = "local"  # the provider whose models run in this process


class Models:
    """Maps roles to models, and records each call (`calls`, for the usage ledger)."""

    def __init__(
        self,
        roles: Mapping[str, str],
        *,
        providers: Mapping[str, Provider],
        first_token: float = 30.0,
        between_tokens: float = 15.0,
        windows: Mapping[str, int] | None = None,
        toolless: Collection[str] = (),
        blind: Collection[str] = (),
    ) -> None:
        """`roles` are role strings. `providers` are by name. Stream timeouts are in seconds.

        `windows` maps role strings to context windows in tokens, if the vendor reported them. `toolless` are
        the role strings of models without tool calling, `blind` those without vision.

        Raises ImproperlyConfigured if a role string is wrong.
        """
        self.calls: list[ModelCall] = []
        self._roles = resolve_roles(roles, providers)
        self._providers = providers
        self._first_token = first_token
        self._between_tokens = between_tokens
        self._windows = windows or {}
        self._toolless, self._blind = toolless, blind

    @classmethod
    def from_settings(cls) -> Self:
        """Return the models of the settings MODEL_ROLES and MODEL_PROVIDERS."""
        return cls.patient(settings.MODEL_ROLES, configured_providers(settings.MODEL_PROVIDERS))

    @classmethod
    def patient(
        cls,
        roles: Mapping[Any, str],
        providers: Mapping[str, Provider],
        windows: Mapping[str, int] | None = None,
        toolless: Collection[str] = (),
        blind: Collection[str] = (),
    ) -> Self:
        """Return models with the timeouts of MODEL_PATIENCE."""
        first, between = settings.MODEL_PATIENCE
        return cls(
            roles,
            providers=providers,
            first_token=first,
            between_tokens=between,
            windows=windows,
            toolless=toolless,
            blind=blind,
        )

    async def warm_up(self) -> None:
        """Load the local model, create the HTTP client, and load the price list, each if a role needs it.

        The list takes 6 MB, and what is computed in this process costs nothing.
        """
        players = {role.partition(":")[0] for role in self._roles.values()} - {RULES}
        for name in players:
            await self._providers[name].prepare()
        if players - {_LOCAL}:
            await load_price_list()

    def name(self, purpose: Purpose) -> str:
        """Return the role string, for example 'openai:gpt-4o-mini', or 'rules'."""
        return self._roles.get(purpose, RULES)

    def window(self, purpose: Purpose) -> Window:
        """Return the token limits of a role's model."""
        name = self.name(purpose)
        return window_of(name.partition(":")[2], told=self._windows.get(name, 0))

    def muted(self) -> Self:
        """Return models that are all unavailable and share this object's record of calls."""
        roles = {purpose: role if purpose == "embed" else RULES for purpose, role in self._roles.items()}
        muted = type(self)(roles, providers=self._providers, windows=self._windows)
        muted.calls = self.calls
        return muted

    def plays(self, purpose: Purpose) -> bool:
        """True if a model has the role, even one that is known to be down."""
        return self.name(purpose) != RULES

    def available(self, purpose: Purpose) -> bool:
        """True if a model has the role and is not known to be down."""
        return self.name(purpose) != RULES and not breaker_of(*self._player(purpose)).is_open

    def is_local(self, purpose: Purpose) -> bool:
        """True if the model runs in this process, so that no text leaves it."""
        return self.name(purpose).startswith(f"{_LOCAL}:")

    async def ask(
        self,
        purpose: Purpose,
        messages: Sequence[ChatMessage],
        *,
        answer: type[T],
        deadline: float,
        max_tokens: int = 512,
    ) -> T | None:
        """Return an `answer` filled in by the model, within `deadline` seconds including the retry.

        None if there is no model, or it failed in any way (`calls` has the error). Nothing is raised.
        """
        if self.name(purpose) == RULES:
            return None
        provider, model = self._player(purpose)
        request = ModelRequest(model, tuple(messages), max_tokens, strict_schema(answer), purpose)
        try:
            async with self._call(purpose, request) as call:
                async with time_limit(deadline):
                    completion = await with_retries(partial(provider.complete, request))
                call.note(Delta(completion.text, completion.finish_reason, completion.usage))
                call.check_finished()
                if call.reached_limit:
                    raise ModelLengthLimit
                return _parsed(answer, completion.text)
        except ModelError:
            return None

    def stream(
        self, purpose: Purpose, messages: Sequence[ChatMessage], *, temperature: float | None = None
    ) -> AsyncGenerator[str, None]:
        """Yield the answer as it arrives. Close the generator (`aclosing`) to cancel the call.

        Raises a kind of ModelError (omniforge/llm/errors.py)before or during the text. A failure
        before the first text is retried, four tries in all. An answer that reaches the model's maximum length
        continues in further calls, after the last of them ModelLengthLimit is raised.
        """
        answer = self._answer(purpose, messages, temperature=temperature)
        return cast(AsyncGenerator[str, None], answer)  # without tools there are no calls

    def converse(
        self,
        purpose: Purpose,
        messages: Sequence[ChatMessage],
        *,
        tools: Sequence[ToolSpec],
        must_answer: bool = False,
    ) -> AsyncGenerator[str | ToolRequest, None]:
        """Like `stream`, for a model that may call `tools`: yield its text as it arrives, then its calls.

        Read it to the end before you execute the calls. They are complete, unless marked as `cut`. In
        `messages`, each call has to be answered right after the message that holds it. Raises
        ModelMalformed if the model makes a call although it `must_answer` in words.
        """
        return self._answer(purpose, messages, tuple(tools), must_answer)

    def _answer(
        self,
        purpose: Purpose,
        messages: Sequence[ChatMessage],
        tools: tuple[ToolSpec, ...] = (),
        must_answer: bool = False,
        temperature: float | None = None,
    ) -> AsyncGenerator[str | ToolRequest, None]:
        if self.name(purpose) == RULES:
            raise ModelNotConfigured
        model = self._player(purpose)[1]
        request = ModelRequest(
            model, tuple(messages), tools=tools, must_answer=must_answer, temperature=temperature
        )
        return continue_truncated(request, partial(self._answer_once, purpose))

    async def _answer_once(
        self, purpose: Purpose, request: ModelRequest
    ) -> AsyncGenerator[str | ToolRequest, None]:
        provider, calls = self._player(purpose)[0], False
        # Some servers send a call in one piece, so the silence while it is generated is no stall.
        between = self._first_token if request.tools else self._between_tokens
        name = self.name(purpose)
        lacking = {"lacks_tools": name in self._toolless, "lacks_sight": name in self._blind}
        begin = partial(stream_with_fallbacks, provider, request, **lacking)
        async with self._call(purpose, request) as call:
            async with aclosing(pace(begin, self._first_token, between, settings.MODEL_PAUSES)) as deltas:
                async for delta in deltas:
                    call.note(delta)
                    if delta.text:
                        yield delta.text
                    for wish in delta.requests:
                        calls = True
                        yield _allowed(wish, request)
            call.check_finished()
        if call.reached_limit and not calls:
            raise ModelLengthLimit

    async def embed(
        self, texts: Sequence[str], *, deadline: float, as_query: bool = False
    ) -> list[list[float]] | None:
        """Return a unit vector for each text, within `deadline` seconds. A vendor's has DIMENSIONS numbers.

        Set `as_query` for search queries, not for the texts that are searched.
        None if no model has the role `embed`, or it failed in any way (`calls` has the error).
        """
        if self.name("embed") == RULES:
            return None
        provider, model = self._player("embed")
        embedder = cast(Embedder, provider)  # `resolve_roles` allows no other provider for this role
        if self.is_local("embed"):
            return await _embed_here(embedder, model, texts, deadline, as_query)
        request = ModelRequest(model, tuple(ChatMessage("user", text) for text in texts))
        try:
            async with self._call("embed", request) as call:
                async with time_limit(deadline):
                    embedding = await with_retries(partial(embedder.embed, model, texts, as_query=as_query))
                call.note(Delta(finish_reason="stop", usage=embedding.usage))
                return embedding.vectors
        except ModelError:
            return None

    def _player(self, purpose: Purpose) -> tuple[Provider, str]:
        provider, _, model = self.name(purpose).partition(":")
        return self._providers[provider], model

    def _call(self, purpose: Purpose, request: ModelRequest) -> Call:
        player = self._player(purpose)
        return Call(purpose, player[0].vendor, request, breaker_of(*player), self.calls.append)


async def _embed_here(
    embedder: Embedder, model: str, texts: Sequence[str], deadline: float, as_query: bool
) -> list[list[float]] | None:
    """Return vectors of the in-process model. It costs nothing, so the ledger has no entry."""
    try:
        async with time_limit(deadline):
            return (await embedder.embed(model, texts, as_query=as_query)).vectors
    except ModelError as error:
        logger.warning("embed by %s:%s ended: %s", _LOCAL, model, error.code)
        return None


def _allowed(wish: ToolRequest, request: ModelRequest) -> ToolRequest:
    if request.must_answer or not request.tools:
        raise ModelMalformed
    return wish


def _parsed(answer: type[T], text: str) -> T:
    # Servers that do not enforce a schema tend to wrap the JSON in a fence or a sentence.
    try:
        return answer.model_validate_json(text[text.find("{") : text.rfind("}") + 1])
    except ValidationError as error:
        raise ModelMalformed from error
