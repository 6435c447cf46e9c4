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
    """One thing that agents can do."""

    name: str
    description: str  # what models and documentation read
    run: Run
    schema: Mapping[str, Any]  # JSON Schema of the arguments; a tool of ours has it from their type
    arguments: type[BaseModel] | None = None
    said: str | Said = ""  # what people read of a call
    needs: str = ""  # a setting without which models are not told of it; a call says what has to be set
    rare: bool = False  # models are told of it when they look for it
    timeout: float = 20.0  # seconds for one try
    retries: int = 0
    cap: int = 20  # calls in one turn

    # -- what a call leaves behind, and who has to allow it
    scope: str = "chat"  # of the API, for a program that asks
    effect: Effect = Effect.READ  # of the gravest call
    # When a call waits for the person's yes. Without it what cannot be undone always does, and other writes
    # do once others had a word.
    ask: Ask | None = None
    risk: Callable[[Any], Risk] | None = None  # says what each call is
    acts: Mapping[str, Act] = field(default_factory=dict)  # or the kinds of calls,
    acts_in: Callable[[Any], Collection[str]] | None = None  # and which of them one has
    check: Check | None = None  # raises, before a person is asked, what the call would raise anyway
    to_decide: Callable[[Mapping[str, Any], Scope], str] | None = (
        None  # on what, if the label tells too little
    )
    own_words: str = ""  # an argument that is the person's, whatever others wrote, if their order has it
    private: bool = False  # only for the person to see
    undoable: bool = False  # `undo` takes back what it did in projects

    # -- what others may have written. They may give orders in it: an address that only they have named asks
    #    the person first, one that nobody has named is refused; after a stranger's text (`whose.py`), so does
    #    what deletes or lasts
    outside: bool = False  # what it returns
    strangers: bool = False  # what fails quotes them
    address: str = ""  # the argument that holds one (`visiting.py`)

    # -- how a call meets an earlier one of the talk that it corrects
    subject: Said | None = None  # what both have in common, where the label may change
    renames: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] | None = None  # it is under another name
    completes: Completes | None = None  # adds to the arguments what the earlier one had

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
    def effects(self) -> Collection[Effect]:
        """What its calls may leave behind: anything, where only the call itself tells."""
        if self.risk:
            return tuple(Effect)
        return {act.risk.effect for act in self.acts.values()} or {self.effect}

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
            description=_in_paragraphs(inspect.getdoc(run) or ""),
            run=run,
            schema=schema_of(arguments),
            arguments=arguments,
            said=said,
            **options,
        )

    return made


def _in_paragraphs(docstring: str) -> str:
    """Return a docstring without the line breaks that only our own margin needs."""
    return "\n\n".join(" ".join(one.split("\n")) for one in docstring.split("\n\n"))
