"""A tool: a function with validated arguments, and what must be known before it is called."""

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
    """The effect of a call. Irreversible ones wait for approval."""

    READ = "read"
    WRITE = "write"
    IRREVERSIBLE = "irreversible"


class Ask(StrEnum):
    """When a call waits for the person's yes, if the workspace has no rule."""

    NEVER = "never"
    AFTER_STRANGERS = "after_strangers"  # once the run has read text by others
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Risk:
    """The effect of one call with its arguments, and when a person has to approve it."""

    effect: Effect
    ask: Ask


class ToolArguments(BaseModel):
    """Base of all arguments. Unknown ones are refused, so that a model learns of its mistake.

    Null means omitted, because many models fill in every argument.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        return {name: value for name, value in given.items() if value is not None}


class ToolResult(BaseModel):
    """Base of all results. Fields are for programs, `as_read` for models, the other methods for people."""

    def as_read(self) -> dict[str, Any]:
        """Return what a model reads, without anything it can't use."""
        return self.model_dump(mode="json", exclude_none=True)

    def summary(self) -> str:
        """Return the outcome in one line."""
        return "Done."

    def operations(self) -> Sequence[Operation]:
        """Return the changes in the workspace, as events."""
        return ()

    def patches(self) -> Sequence[EntityPatched]:
        """Return the changes to projects, as events."""
        return ()

    def files(self) -> Sequence[WrittenFile]:
        return ()

    def sources(self) -> Sequence[Source]:
        """Return the sources of its content."""
        return ()

    def texts(self) -> Texts:
        """Return where its texts come from, by default from outside."""
        return OUTSIDE

    def offers(self) -> Sequence[DryRunOffered]:
        """Return what the person can do next, as events."""
        return ()

    def is_news(self) -> bool:
        """Return whether it tells a model something that the call itself didn't."""
        return True

    def figure(self) -> str:
        """Return the number that is its only news, which a model may have worked out itself."""
        return ""

    def stays(self) -> bool:
        """Return whether `undo` can't revert this call, although it reverts others of its tool."""
        return False

    def is_own(self) -> bool:
        """Return whether nobody else wrote any of it, although its tool is marked as outside."""
        return False


Run = Callable[[Any, CallContext], Awaitable[ToolResult]]
Said = Callable[[Mapping[str, Any]], str]
Check = Callable[[Any, Scope], None]
Completes = Callable[[dict[str, Any], Access, UUID | None], dict[str, Any]]
Replaces = Callable[[Mapping[str, Any], Mapping[str, Any], Scope], bool]  # arguments: asked now, waiting


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that agents can do."""

    name: str
    description: str  # what models and documentation read
    run: Run
    schema: Mapping[str, Any]  # JSON Schema of the arguments; derived from their type for our own tools
    arguments: type[BaseModel] | None = None
    said: str | Said = ""  # a call as people read it
    needs: str = ""  # a setting; models aren't offered the tool without it, and a call says what to set
    rare: bool = False  # offered to models only if they search for it
    timeout: float = 20.0  # seconds per try
    retries: int = 0
    cap: int = 20  # calls per turn

    # -- the effect of a call, and who has to approve it
    scope: str = "chat"  # API scope that a program needs
    effect: Effect = Effect.READ  # of the most severe call
    # When a call waits for the person's yes. By default irreversible calls always do, other writes once the
    # run has read text by others.
    ask: Ask | None = None
    risk: Callable[[Any], Risk] | None = None  # computes the risk of one call
    acts: Mapping[str, Risk] = field(default_factory=dict)  # or kinds of calls, each with a rule of its own
    acts_in: Callable[[Any], Collection[str]] | None = None  # and which of them a call has
    lasts: Callable[[Mapping[str, Any], Scope], bool] | None = None  # a call that can't be undone here
    check: Check | None = None  # raises the call's errors before a person is asked
    to_decide: Callable[[Mapping[str, Any], Scope], str] | None = (
        None  # what exactly, if the label isn't enough
    )
    # the titles of what a call deletes, if it deletes other things than those of projects
    deletes: Callable[[Mapping[str, Any], Scope], Sequence[str]] | None = None
    own_words: str = ""  # the argument that is the person's own text if their order contains it
    named_values: bool = False  # the person can name each value: no instructions that others could smuggle in
    private: bool = False  # only the person sees it
    undoable: bool = False  # `undo` reverts its changes

    # -- text that others may have written, and orders in it: an address that only others named asks the
    # person first, one that nobody named is refused. After a stranger's text (`untrusted.py`) deletions and
    # lasting changes ask too
    outside: bool = False  # its results
    strangers: bool = False  # its errors quote them
    address: str = ""  # the argument that holds an address (`address_check.py`)

    # -- how a call relates to an earlier one of the talk that it corrects
    subject: Said | None = None  # what both share if the label changes
    replaces: Replaces | None = None  # whether it takes the place of a waiting call
    completes: Completes | None = None  # adds the earlier call's arguments

    def label(self, arguments: Mapping[str, Any]) -> str:
        """Describe a call with these arguments for people: 'Searching the web for "tea"'."""
        plain = self.name.replace("_", " ").capitalize()
        try:
            said = self.said(arguments) if callable(self.said) else self.said.format_map(arguments)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError, OmniForgeError):
            return plain
        return said or plain

    def risk_of(self, arguments: Mapping[str, Any]) -> Risk:
        """Return the risk of a call with these validated arguments."""
        if self.risk and self.arguments:
            return self.risk(self.arguments.model_validate(arguments))
        risks = [self.acts[act] for act in self.acts_of(arguments)]
        return max(risks, key=_gravity) if risks else self.usual_risk

    def acts_of(self, arguments: Mapping[str, Any]) -> Sequence[str]:
        """Return the tool's acts that a call with these arguments involves, without duplicates."""
        if self.acts_in is None or self.arguments is None:
            return ()
        return tuple(dict.fromkeys(self.acts_in(self.arguments.model_validate(arguments))))

    @property
    def effects(self) -> Collection[Effect]:
        """Return the possible effects of its calls, all of them if only the call itself tells."""
        if self.risk:
            return tuple(Effect)
        return {risk.effect for risk in self.acts.values()} or {self.effect}

    @property
    def usual_risk(self) -> Risk:
        """Return the usual risk of a call. If the tool has several acts, the most severe one's."""
        if self.effect == Effect.IRREVERSIBLE:
            return Risk(self.effect, self.ask or Ask.ALWAYS)
        harmless = self.private or self.effect == Effect.READ
        return Risk(self.effect, self.ask or (Ask.NEVER if harmless else Ask.AFTER_STRANGERS))


def _gravity(risk: Risk) -> tuple[int, int]:
    return list(Ask).index(risk.ask), list(Effect).index(risk.effect)


class _Options(TypedDict, total=False):
    """The options of a tool of ours. See `Tool`."""

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
    named_values: bool
    deletes: Callable[[Mapping[str, Any], Scope], Sequence[str]] | None
    risk: Callable[[Any], Risk] | None
    acts: Mapping[str, Risk]
    acts_in: Callable[[Any], Collection[str]] | None
    lasts: Callable[[Mapping[str, Any], Scope], bool] | None
    check: Check | None
    undoable: bool
    rare: bool
    to_decide: Callable[[Mapping[str, Any], Scope], str] | None
    subject: Said | None
    replaces: Replaces | None
    completes: Completes | None


def tool(*, said: str | Said, **options: Unpack[_Options]) -> Callable[[Run], Tool]:
    """Make a tool of `async def name(arguments: Some, context: CallContext) -> SomeResult`.

    Models and documentation read its name, its docstring and the type of its arguments. People read `said`:
    a template with the arguments' names in braces, or a function of them. `options` are those of `Tool`.
    """

    def made(run: Run) -> Tool:
        arguments = get_type_hints(run)["arguments"]
        return Tool(
            name=run.__name__.removesuffix("_"),
            description=_in_paragraphs(inspect.getdoc(run) or ""),
            run=run,
            schema=schema_of(arguments),
            arguments=arguments,
            said=said,
            **options,
        )

    return made


def _in_paragraphs(docstring: str) -> str:
    """Return a docstring with the line breaks inside paragraphs removed."""
    return "\n\n".join(" ".join(one.split("\n")) for one in docstring.split("\n\n"))
