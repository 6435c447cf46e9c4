"""The tool that searches all that is known here."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field, PrivateAttr

from agents.events import Operation, Source
from agents.tools.context import CallContext
from agents.tools.named_things import Ref
from agents.tools.resolving import Resolver
from agents.tools.searching.passages import Found, search_documents, search_work
from agents.tools.searching.past import search_conversations, search_files, search_runs
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.workspace.scope import Scope
from omniforge.database import in_database
from omniforge.projects.search import Meaning, meaning_of

Where = Literal["documents", "work", "conversations", "files", "runs"]
_EVERYWHERE: tuple[Where, ...] = ("documents", "work", "conversations", "files", "runs")
_SHOWN_AS: Mapping[str, str] = {"files": "your_files"}
_EACH = 3  # of what was said, files and runs, where nobody asked for them by name


class Query(ToolArguments):
    """What to look for, and where."""

    query: str = Field(
        min_length=1, max_length=300, description="Telling words; add synonyms. Rare ones count most."
    )
    where: list[Where] = Field(default_factory=list, description="Left out: everywhere.")
    project: str = Field("", max_length=200, description="Documents and work of this one only.")
    limit: int = Field(8, ge=1, le=12, description="Passages, and things of each sort.")


class Answers(ToolResult):
    """What was found, best first; `notes` say what a search could not do."""

    documents: list[dict[str, Any]] | None = None
    work: list[dict[str, Any]] | None = None
    conversations: list[dict[str, Any]] | None = None
    your_files: list[dict[str, Any]] | None = None
    runs: list[dict[str, Any]] | None = None
    notes: str | None = None
    _sources: tuple[Source, ...] = PrivateAttr(())
    _within: str = PrivateAttr("")

    def summary(self) -> str:
        told = [
            f"{len(found)} {'work items' if where == 'work' else where}"
            for where in _EVERYWHERE
            if (found := getattr(self, _SHOWN_AS.get(where, where)))
        ]
        return f"Found {', '.join(told)}" if told else "Nothing was found"

    def operations(self) -> Sequence[Operation]:
        return [Operation("search", "project", self._within, "done")] if self._within else []

    def sources(self) -> Sequence[Source]:
        return self._sources


@tool(said='Searching for "{query}"', outside=True, timeout=30)
async def search(arguments: Query, context: CallContext) -> Answers:
    """Search documents, work items, the person's earlier conversations, files by name, and runs of agents.

    Documents come as passages with path, date and the text around them; read gives the whole. If little is
    found, search again in other words before you say that it is not known.
    """
    home = await in_database(_home, arguments, context)
    project = home.project_id if home else None
    meaning = await meaning_of(context.models, context.access, arguments.query, project)
    places = arguments.where or _EVERYWHERE
    found = await asyncio.gather(*(_look(place, arguments, context, home, meaning) for place in places))
    return _answers(dict(zip(places, found, strict=True)), home)


def _home(arguments: Query, context: CallContext) -> Ref | None:
    """Return the project that is named; a search beyond the one in focus is wanted more often than not."""
    return Resolver(Scope.of(context)).project(arguments.project) if arguments.project else None


async def _look(
    place: Where, arguments: Query, context: CallContext, home: Ref | None, meaning: Meaning
) -> Found:
    access, query, project = context.access, arguments.query, home.project_id if home else None
    limit = arguments.limit if arguments.where or place in ("documents", "work") else _EACH
    match place:
        case "documents":
            return await in_database(search_documents, access, query, project, limit, meaning)
        case "work":
            return await in_database(search_work, access, query, project, limit, meaning, context.now)
        case "conversations":
            return await search_conversations(context, query, limit)
        case "files":
            return await in_database(search_files, access, query, limit)
        case "runs":
            return await in_database(search_runs, context, query, limit)


def _answers(found: dict[Where, Found], home: Ref | None) -> Answers:
    notes = " ".join(dict.fromkeys(one.note for one in found.values() if one.note))
    nothing = "" if any(one.rows for one in found.values()) else "Nothing was found. Try other words."
    rows: dict[str, Any] = {
        _SHOWN_AS.get(where, where): list(one.rows) for where, one in found.items() if one.rows
    }
    answers = Answers(**rows, notes=f"{nothing} {notes}".strip() or None)
    answers._sources = tuple(source for one in found.values() for source in one.sources)
    answers._within = home.title if home else ""
    return answers
