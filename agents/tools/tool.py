"""What a tool is: a function with checked arguments, and what has to be known before it may be called."""

import inspect
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypedDict, Unpack, get_type_hints
from uuid import UUID

from pydantic import BaseModel, ConfigDict, model_validator

from agents.events import DryRunOffered, EntityPatched, Operation, Source
from agents.tools.context import CallContext
from agents.tools.schemas import schema_of
from agents.tools.texts import OUTSIDE, Texts
from agents.tools.workspace.scope import Scope
from omniforge.errors import OmniForgeError
from omniforge.files.cards import WrittenFile
from omniforge.tenants.access import Access


class Effect(StrEnum):
    """What a call leaves behind. What is irreversible waits for a person's word."""

    READ = "read"
    WRITE = "write"
    IRREVERSIBLE = "irreversible"


class Ask(StrEnum):
    """When a call waits for the person's yes, where the workspace has no rule of its own."""

    NEVER = "never"
    AFTER_STRANGERS = "after_strangers"  # once the run has read what others wrote
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Risk:
    """What one call leaves behind, by its arguments, and when the person has to allow it."""

    effect: Effect
    ask: Ask


class ToolArguments(BaseModel):
    """Base of all arguments. Unknown ones are refused, so that a model learns of its mistake.

    Null stands for what is left out: many models fill in every argument.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        return {name: value for name, value in given.items() if value is not None}


class ToolResult(BaseModel):
    """Base of all results. Its fields are for programs, what a model reads of them is `as_read`; the other
    methods are for people.
    """

    def as_read(self) -> dict[str, Any]:
        """Return what a model reads: no word that it would do nothing with."""
        return self.model_dump(mode="json", exclude_none=True)

    def summary(self) -> str:
        """Say in one line what came of the call."""
        return "Done."

    def operations(self) -> Sequence[Operation]:
        """Return what was changed in the workspace, as events."""
        return ()

    def patches(self) -> Sequence[EntityPatched]:
        """Return how rows of projects have changed, as events."""
        return ()

    def files(self) -> Sequence[WrittenFile]:
        return ()

    def sources(self) -> Sequence[Source]:
        """Return where its content comes from."""
        return ()

    def things(self) -> Collection[UUID]:
        """Return the things of projects of which all of its text is; none if it is of anything else too."""
        return ()

    def texts(self) -> Texts:
        """Return where its texts come from; what does not say so, from outside."""
        return OUTSIDE

    def offers(self) -> Sequence[DryRunOffered]:
        """Return what the person can do next, as events."""
        return ()

    def is_news(self) -> bool:
        """Return whether it tells a model what that could not know when it made the call."""
        return True

    def is_own(self) -> bool:
        """Return whether others have written nothing of it, though its tool is from outside."""
        return False


Run = Callable[[Any, CallContext], Awaitable[ToolResult]]
Said = Callable[[Mapping[str, Any]], str]
Check = Callable[[Any, Scope], None]
Completes = Callable[[dict[str, Any], Access, UUID | None], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Act:
    """One kind of a tool's calls, which a workspace may rule by itself, as `change.delete`."""

    description: str
    risk: Risk


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that agents can do. `timeout` is seconds for one try, `cap` is calls in one turn; a program
    that asks needs the API scope `scope`.

    `schema` is the JSON Schema of its arguments; a tool of ours has it from `arguments`. `needs` names the
    setting without which models are not told of it; a call then says what the operator has to set.

    What a tool from `outside` returns may have been written by others, who may give orders in it. From then
    on an address that only those others have named asks the person first, and one that nobody has named is
    refused (`address` is the argument that holds one, `visiting.py`). If it was a stranger who wrote it
    (`whose.py`), so does what deletes or lasts, unless it is only for the person to see (`private`). What
    fails at a tool of `strangers` quotes them.

    What stands in the person's own order word for word is theirs, whatever others wrote: `own_words` is
    the argument of which that is asked. `ask` says when a call waits for the person's yes; without it
    what cannot be undone always does, and other writes do once others had a word. A tool of several kinds
    of calls lists them as `acts`, and `acts_in` tells which a call has, or it says by `risk` what each
    call is: then `effect` is that of the gravest. `check` raises, before a person is asked, what the call
    would raise anyway. What an `undoable` tool did in projects, `undo` takes back. Models are told of
    `rare` tools when they look for them. `to_decide` says what a person decides on, where the label is not
    enough; `subject` what a call has in common with one that corrects it, where the label may change, and
    `renames` whether a call is an earlier one under another name. `completes` adds what an earlier call of
    the talk had to the arguments of one that corrects it.
    """

    name: str
    description: str
    run: Run
    schema: Mapping[str, Any]
    arguments: type[BaseModel] | None = None
    effect: Effect = Effect.READ
    scope: str = "chat"
    timeout: float = 20.0
    retries: int = 0
    cap: int = 20
    said: str | Said = ""
    needs: str = ""
    outside: bool = False
    strangers: bool = False
    private: bool = False
    address: str = ""
    ask: Ask | None = None
    own_words: str = ""
    risk: Callable[[Any], Risk] | None = None
    acts: Mapping[str, Act] = field(default_factory=dict)
    acts_in: Callable[[Any], Collection[str]] | None = None
    check: Check | None = None
    undoable: bool = False
    rare: bool = False
    to_decide: Callable[[Mapping[str, Any], Scope], str] | None = None
    subject: Said | None = None
    renames: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] | None = None
    completes: Completes | None = None

    def label(self, arguments: Mapping[str, Any]) -> str:
        """Say in a person's words what a call with these arguments does: 'Searching the web for "tea"'."""
        plain = self.name.replace("_", " ").capitalize()
        try:
            said = self.said(arguments) if callable(self.said) else self.said.format_map(arguments)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError, OmniForgeError):
            return plain
        return said or plain

    def risk_of(self, arguments: Mapping[str, Any]) -> Risk:
        """Return what a call with these arguments, which are checked, leaves behind."""
        if self.risk and self.arguments:
            return self.risk(self.arguments.model_validate(arguments))
        risks = [self.acts[act].risk for act in self.acts_of(arguments)]
        return max(risks, key=_gravity) if risks else self.usual_risk

    def acts_of(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """Return which of the tool's acts a call with these arguments comes to, each once."""
        if self.acts_in is None or self.arguments is None:
            return ()
        return tuple(dict.fromkeys(self.acts_in(self.arguments.model_validate(arguments))))

    @property
    def usual_risk(self) -> Risk:
        """What a call leaves behind as a rule; of a tool of several kinds of calls the gravest does."""
        if self.effect == Effect.IRREVERSIBLE:
            return Risk(self.effect, self.ask or Ask.ALWAYS)
        harmless = self.private or self.effect == Effect.READ
        return Risk(self.effect, self.ask or (Ask.NEVER if harmless else Ask.AFTER_STRANGERS))


def _gravity(risk: Risk) -> tuple[int, int]:
    return list(Ask).index(risk.ask), list(Effect).index(risk.effect)


class _Options(TypedDict, total=False):
    """What a tool of ours may say of itself, as `Tool` tells it."""

    effect: Effect
    timeout: float
    retries: int
    cap: int
    needs: str
    outside: bool
    strangers: bool
    private: bool
    address: str
    ask: Ask | None
    own_words: str
    risk: Callable[[Any], Risk] | None
    acts: Mapping[str, Act]
    acts_in: Callable[[Any], Collection[str]] | None
    check: Check | None
    undoable: bool
    rare: bool
    to_decide: Callable[[Mapping[str, Any], Scope], str] | None
    subject: Said | None
    renames: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] | None
    completes: Completes | None


def tool(*, said: str | Said, **options: Unpack[_Options]) -> Callable[[Run], Tool]:
    """Make a tool of `async def name(arguments: Some, context: CallContext) -> SomeResult`.

    Its name, its docstring and the type of its arguments are what models and documentation read; `said` is
    what people read, with the arguments' names in braces, or made of them. `options` are those of `Tool`.
    """

    def made(run: Run) -> Tool:
        arguments = get_type_hints(run)["arguments"]
        return Tool(
            name=run.__name__.removesuffix("_"),
            description=inspect.getdoc(run) or "",
            run=run,
            schema=schema_of(arguments),
            arguments=arguments,
            said=said,
            **options,
        )

    return made
