"""What a tool is: a function with checked arguments, and what has to be known before it may be called."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypedDict, Unpack, get_type_hints

from pydantic import BaseModel, ConfigDict
from pydantic.json_schema import GenerateJsonSchema

from agents.events import Action, EntityPatched, Operation, Source, WrittenFile
from agents.tools.context import CallContext
from agents.workspace.scope import Scope, Target
from omniforge.errors import OmniForgeError


class Effect(StrEnum):
    """What a call leaves behind. What is irreversible waits for a person's word."""

    READ = "read"
    WRITE = "write"
    IRREVERSIBLE = "irreversible"


class ToolArguments(BaseModel):
    """Base of all arguments. Unknown ones are refused, so that a model learns of its mistake."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class ToolResult(BaseModel):
    """Base of all results. Its fields are what a model reads; the methods are for people."""

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
        """Return the files that were written."""
        return ()

    def sources(self) -> Sequence[Source]:
        """Return where its content comes from."""
        return ()


class ToolFailed(OmniForgeError):
    """A call could not do its work; the message tells model and person what to do about it.

    `transient` failures may pass by themselves, so the gate tries them again. Where it is `unsure`, what the
    call was to do may have happened all the same. A message from `outside` quotes what others wrote, like
    titles.
    """

    code = "tool_failed"
    status = 422

    def __init__(
        self, message: str, *, transient: bool = False, unsure: bool = False, outside: bool = False
    ) -> None:
        super().__init__(message)
        self.transient = transient
        self.unsure = unsure
        self.outside = outside


class _Brief(GenerateJsonSchema):
    """A schema without titles that only repeat names: each word of it is paid for in each call of a model."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Doing:
    """What people are told while a call is at work: what it does to what sort of thing.

    `named_by` is the argument that names the thing, or the project in which it is looked for. Without a
    `kind` the call has an argument of this name, or the thing itself tells.
    """

    action: Action
    named_by: str
    kind: str = ""


Run = Callable[[Any, CallContext], Awaitable[ToolResult]]
About = Callable[[Any, Scope], Iterable[Target]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that agents can do. `timeout` is seconds for one try, `cap` is calls in one turn; a program
    that asks needs the API scope `scope`.

    `schema` is the JSON Schema of its arguments; a tool of ours has it from `arguments`. `needs` names the
    setting without which models are not told of it; a call then says what the operator has to set.

    What a tool from `outside` returns was written by others, who may give orders in it. From then on what
    would change something asks the person first, unless it is only for them to see (`private`); so does an
    address that only those others have named, and one that nobody has named is refused (`address` is the
    argument that holds one, `visiting.py`). `about` finds the things in a
    project that a write is about; it raises as the call itself would. What the person has asked for by their
    names does not ask again (`asked.py`). `doing` is what people are told while it works (`doing.py`).
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
    said: str = ""
    needs: str = ""
    outside: bool = False
    private: bool = False
    address: str = ""
    about: About | None = None
    doing: Doing | None = None

    def label(self, arguments: Mapping[str, Any]) -> str:
        """Say in a person's words what a call with these arguments does: 'Searching the web for "tea"'."""
        try:
            return self.said.format_map(arguments) or self.name.replace("_", " ").capitalize()
        except (KeyError, IndexError, ValueError, AttributeError):
            return self.name.replace("_", " ").capitalize()


class _Options(TypedDict, total=False):
    """What a tool of ours may say of itself, as `Tool` tells it."""

    effect: Effect
    timeout: float
    retries: int
    cap: int
    needs: str
    outside: bool
    private: bool
    address: str
    about: About | None
    doing: Doing | None


def tool(*, said: str, **options: Unpack[_Options]) -> Callable[[Run], Tool]:
    """Make a tool of `async def name(arguments: Some, context: CallContext) -> SomeResult`.

    Its name, its docstring and the type of its arguments are what models and documentation read; `said` is
    what people read, with the arguments' names in braces. `options` are those of `Tool`.
    """

    def made(run: Run) -> Tool:
        arguments = get_type_hints(run)["arguments"]
        return Tool(
            name=run.__name__,
            description=inspect.getdoc(run) or "",
            run=run,
            schema=arguments.model_json_schema(schema_generator=_Brief),
            arguments=arguments,
            said=said,
            **options,
        )

    return made
