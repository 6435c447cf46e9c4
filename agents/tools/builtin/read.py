"""The tool that reads one thing, whatever it is."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import ConfigDict, Field, PrivateAttr, WithJsonSchema

from agents.events import Operation, Source
from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.named_things import Ref, ThingKind
from agents.tools.reading import READERS, Part, Reading, read_result
from agents.tools.reading.texts import read_conversation
from agents.tools.resolver import Resolver
from agents.tools.schemas import UNTOLD
from agents.tools.texts import OWN, Texts
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
from omniforge.storage.ids import as_id

Kind = Literal[ThingKind, "file", "agent", "skill", "run", "conversation"]
_TOLD = get_args(ThingKind)


class What(ToolArguments):
    """The thing to read, and which part of it."""

    ref: str = Field(min_length=1, max_length=500, description="Name, id, path or result_id.")
    kind: Annotated[Kind | None, WithJsonSchema({"type": "string"})] = Field(
        None, description="If a name has several."
    )
    project: str = Field("", max_length=200, json_schema_extra=UNTOLD)
    part: str = Field("", max_length=200, description="Heading, sheet, skill's file; 'changes' of a project.")
    start: int = Field(1, ge=1, description="next_start of before.")


class Read(ToolResult):
    """The content. Its fields depend on its kind."""

    model_config = ConfigDict(extra="allow")

    kind: str
    id: str
    title: str
    _source: Source | None = PrivateAttr(None)
    _texts: Texts = PrivateAttr(OWN)

    @classmethod
    def of(cls, reading: Reading) -> "Read":
        fields: dict[str, Any] = {"kind": reading.kind, "id": reading.id, "title": reading.title}
        read = cls(**fields | {name: value for name, value in reading.fields.items() if name not in fields})
        read._source, read._texts = reading.source, reading.texts
        return read

    def as_read(self) -> dict[str, Any]:
        fields = super().as_read()
        needless = {name for name in ("id", "path") if self.kind in _TOLD and name in fields}
        if fields.get("path", self.title) != self.title:
            needless.discard("path")
        return {name: value for name, value in fields.items() if name not in needless}

    def summary(self) -> str:
        return f"{self.title}{', in part' if getattr(self, 'next_start', None) else ''}"

    def operations(self) -> Sequence[Operation]:
        told = self.kind in _TOLD
        return [Operation("read", self.kind, self.title, "done", self.id)] if told else []

    def texts(self) -> Texts:
        return self._texts

    def sources(self) -> Sequence[Source]:
        return [self._source] if self._source else []


@tool(said='Reading "{ref}"', outside=True, timeout=45, cap=1_000)
async def read(arguments: What, context: CallContext) -> Read:
    """Read one thing, long ones in parts: document, file (also Excel, Word, PDF), project, task or the like,
    agent, skill, run, conversation, result.
    """
    part = Part(arguments.part, arguments.start)
    if as_id(arguments.ref) and (reading := await read_result(arguments.ref, part, context)):
        return Read.of(reading)
    if arguments.kind == "conversation":
        return Read.of(await read_conversation(arguments.ref, part, context))
    ref = await in_database(_meant, arguments, context)
    if ref is None:
        return Read.of(await read_conversation(arguments.ref, part, context))
    return Read.of(await READERS[ref.kind](ref, part, context))


def _meant(arguments: What, context: CallContext) -> Ref | None:
    """Return the thing meant, or None for an id that is not in projects and may be a conversation's."""
    resolver = Resolver(Scope.of(context), context.conversation_id, loosely=True)
    kinds = (arguments.kind,) if arguments.kind else tuple(READERS)
    if not arguments.kind and as_id(arguments.ref):
        return resolver.resolve(arguments.ref, kinds).one
    try:
        return resolver.one(arguments.ref, kinds, arguments.project)
    except ToolFailed as error:
        said = f"{error.message} Or look for it with search."
        raise ToolFailed(said, outside=error.outside, for_model=error.for_model) from error
