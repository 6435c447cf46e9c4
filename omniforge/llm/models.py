"""The language models of one turn: the only way in which the rest of the site asks one."""

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, Self, TypeVar, cast

from django.conf import settings
from pydantic import BaseModel, ValidationError

from omniforge.llm.base import Embedder, Provider
from omniforge.llm.breaker import breaker_of
from omniforge.llm.call import Call
from omniforge.llm.continuing import continue_cut
from omniforge.llm.errors import ModelError, ModelLengthLimit, ModelMalformed, ModelNotConfigured
from omniforge.llm.lacking import answer_lacking
from omniforge.llm.pacing import pace
from omniforge.llm.prices import load_price_list
from omniforge.llm.providers import configured_providers
from omniforge.llm.retry import time_limit, with_retries
from omniforge.llm.roles import RULES, resolve_roles
from omniforge.llm.schemas import strict_schema
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

T = TypeVar("T", bound=BaseModel)


class Models:
    """Which model plays which role, and what each call took (`calls`, for the usage ledger)."""

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
        """`roles` are role strings; `providers` by name; the limits of a stream are in seconds.

        `windows` say how many tokens a model reads, by its role string, where its vendor told; `toolless` are
        the role strings of models that have no tool calling, `blind` of those that see no images.

        Raises ImproperlyConfigured where a role string is wrong.
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
        """Return the models that the site is configured for: MODEL_ROLES and MODEL_PROVIDERS."""
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
        """Return models that wait for an answer as long as MODEL_PATIENCE says."""
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
        """Make the HTTP client and load the price list, if any role is played by a model."""
        names = {role.partition(":")[0] for role in self._roles.values()}
        players = [self._providers[name] for name in names - {RULES}]
        for provider in players:
            await provider.prepare()
        if players:
            await load_price_list()

    def name(self, purpose: Purpose) -> str:
        """Return the role string, for example 'openai:gpt-4o-mini', or 'rules'."""
        return self._roles.get(purpose, RULES)

    def window(self, purpose: Purpose) -> Window:
        """Return how much the model of a role reads and writes."""
        name = self.name(purpose)
        return window_of(name.partition(":")[2], told=self._windows.get(name, 0))

    def muted(self) -> Self:
        """Return models of which none speaks; what they take is written down with these."""
        roles = {purpose: role if purpose == "embed" else RULES for purpose, role in self._roles.items()}
        muted = type(self)(roles, providers=self._providers, windows=self._windows)
        muted.calls = self.calls
        return muted

    def plays(self, purpose: Purpose) -> bool:
        """True where a model is to play the role, even one that is known to be down."""
        return self.name(purpose) != RULES

    def available(self, purpose: Purpose) -> bool:
        """True where a model plays the role and is not known to be down."""
        return self.name(purpose) != RULES and not breaker_of(*self._player(purpose)).is_open

    def is_local(self, purpose: Purpose) -> bool:
        """True where the model runs in this process, so that no text leaves it."""
        return self.name(purpose).startswith("local:")

    async def ask(
        self,
        purpose: Purpose,
        messages: Sequence[ChatMessage],
        *,
        answer: type[T],
        deadline: float,
        max_tokens: int = 512,
    ) -> T | None:
        """Return an `answer` that the model filled in, within `deadline` seconds with its retry.

        None where there is no model, or it failed in any way (`calls` tells how): nothing is raised for it.
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
        """Yield the model's answer as it comes. Close the generator (`aclosing`) to cancel the call.

        Raises a kind of ModelError (omniforge/llm/errors.py) before the text, or after the part of it that
        came. A failure before the first text is tried again, four times in all. An answer that reaches the
        model's longest length goes on in further calls; after the last of them ModelLengthLimit is raised.
        """
        answer = self._answer(purpose, messages, temperature=temperature)
        return cast(AsyncGenerator[str, None], answer)  # who is told of no tools calls none

    def converse(
        self,
        purpose: Purpose,
        messages: Sequence[ChatMessage],
        *,
        tools: Sequence[ToolSpec],
        must_answer: bool = False,
    ) -> AsyncGenerator[str | ToolRequest, None]:
        """Like `stream`, for a model that may call `tools`: yield its text as it comes, then its calls.

        Read it to the end before you make the calls. They are whole, but for one that is marked as `cut`. In
        `messages`, each call has to be answered right after the message that holds it. Raises
        ModelMalformed where the model calls although it `must_answer` in words.
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
        return continue_cut(request, partial(self._answer_once, purpose))

    async def _answer_once(
        self, purpose: Purpose, request: ModelRequest
    ) -> AsyncGenerator[str | ToolRequest, None]:
        provider, calls = self._player(purpose)[0], False
        # Some servers send a call in one piece, so the silence while it is written is no stall.
        between = self._first_token if request.tools else self._between_tokens
        name = self.name(purpose)
        lacking = {"lacks_tools": name in self._toolless, "lacks_sight": name in self._blind}
        begin = partial(answer_lacking, provider, request, **lacking)
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
        """Return a unit vector of DIMENSIONS numbers for each text, within `deadline` seconds.

        What is looked for is embedded `as_query`, what is looked through is not.
        None where no model plays the role `embed`, or it failed in any way (`calls` tells how).
        """
        if self.name("embed") == RULES:
            return None
        provider, model = self._player("embed")
        embedder = cast(Embedder, provider)  # `resolve_roles` lets nobody else play this role
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
    """Return the vectors of a model in this process: it costs nothing, so no ledger hears of it."""
    try:
        async with time_limit(deadline):
            return (await embedder.embed(model, texts, as_query=as_query)).vectors
    except ModelError:
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
