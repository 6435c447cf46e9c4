"""The tool that searches everything stored here."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from pydantic import Field, PrivateAttr

from agents.events import Operation, Source
from agents.tools.context import CallContext
from agents.tools.counts import counted
from agents.tools.named_things import Ref
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, without, without_ids
from agents.tools.schemas import UNTOLD
from agents.tools.searching.attached import search_attached, without_repeats
from agents.tools.searching.missing_words import has_words_of, note_missing
from agents.tools.searching.passages import (
    BY_MEANING,
    LOOSE,
    LOOSE_BESIDE,
    SearchRows,
    documents_of,
    least_similarity,
    nearest_by_meaning,
    relevant_hits,
    work_of,
)
from agents.tools.searching.past import search_conversations, search_files, search_runs
from agents.tools.texts import Texts
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.projects.kinds import ENTITY_KINDS, Kind
from omniforge.projects.search import WORDS_ALONE, Hit, Meaning, meaning_of, passages_for
from omniforge.storage.database import in_database

Where = Literal["documents", "work", "conversations", "files", "runs"]
_EVERYWHERE: tuple[Where, ...] = ("documents", "work", "conversations", "files", "runs")
_KINDS: Mapping[Where, Collection[Kind]] = {"documents": (Kind.DOCUMENT,), "work": ENTITY_KINDS}
_SHOWN_AS: Mapping[str, str] = {"files": "your_files"}
_THEY = "you"  # the speaker of the person's own messages
_ONE_OF: Mapping[Where, str] = {
    "documents": "document",
    "work": "work item",
    "conversations": "message",
    "files": "file",
    "runs": "run",
}
_CUT = "More work items may match: list gives all of them."
_LOOKED_AT = 24  # passages, of which the best are shown
_MOST_LOOSE = 3  # passages and work items if none has a word of the query
_EACH = 3  # results each of messages, files and runs, unless they were asked for by name


class Query(ToolArguments):
    """The query, and the places to search."""

    query: str = Field(min_length=1, max_length=300, description="Telling words, synonyms.")
    where: list[Where] = Field(default_factory=list)
    project: str = Field("", max_length=200, description="Of documents and work.")
    limit: int = Field(8, ge=1, le=12, json_schema_extra=UNTOLD)


class Answers(ToolResult):
    """The results, best first. `notes` name the limits of the search."""

    documents: list[dict[str, Any]] | None = None
    work: list[dict[str, Any]] | None = None
    conversations: list[dict[str, Any]] | None = None
    your_files: list[dict[str, Any]] | None = None
    runs: list[dict[str, Any]] | None = None
    notes: str | None = None
    _sources: tuple[Source, ...] = PrivateAttr(())
    _within: str = PrivateAttr("")

    def as_read(self) -> dict[str, Any]:
        """Return the results without redundant fields: links for readers, ids beside names."""
        found = super().as_read()
        told = {
            "documents": without_ids(without(found.get("documents"), "kind")),
            "work": without_ids(found.get("work")),
        }
        told["conversations"] = _by_conversation(found.get("conversations") or ())
        return found | {place: rows for place, rows in told.items() if rows}

    def texts(self) -> Texts:
        told = [*(self.documents or ()), *(self.work or ())]
        return Texts(
            things=[UUID(one["id"]) for one in told],
            runs=[UUID(one["id"]) for one in self.runs or ()],
            conversations=[UUID(one["id"]) for one in self.conversations or () if one["said_by"] != _THEY],
            uploaded=any("passages" in one for one in self.your_files or ()),
        )

    def summary(self) -> str:
        told = [
            counted(len(found), _ONE_OF[where])
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
    """Search documents (gives passages), work items, earlier conversations, files, runs.

    Try other words before you call it unknown.
    """
    home = await in_database(_home, arguments, context)
    project = home.project_id if home else None
    places = tuple(dict.fromkeys(arguments.where or _EVERYWHERE))
    beside = [place for place in places if place not in _KINDS and place != "files"]
    asked = (context.models, context.access, arguments.query, project)
    meaning = WORDS_ALONE if not _KINDS.keys() & places else await meaning_of(*asked)
    looked, others = await asyncio.gather(
        in_database(_in_projects, places, arguments, context, project, meaning),
        asyncio.gather(*(_look(place, arguments, context) for place in beside)),
    )
    found = looked.found | dict(zip(beside, others, strict=True))
    if "files" in places:
        everywhere = bool(arguments.where) or looked.is_loose
        found["files"] = await _files(arguments, context, everywhere=everywhere)
    if not arguments.where and not any(one.rows for one in found.values()):
        found["files"] = await _files(arguments, context, everywhere=True)
    if "files" in found and "documents" in found:
        found["files"] = without_repeats(found["files"], found["documents"])
    shown = {place: found[place] for place in places}
    notes = (_loose(arguments.query, looked, found), looked.note, _missing(arguments.query, looked, shown))
    return _answers(shown, home, " ".join(filter(None, notes)))


def _loose(query: str, looked: "_Looked", found: Mapping[Where, SearchRows]) -> str:
    """Return a note if no document or work item that was found has a word of the query, else empty."""
    if not (looked.is_loose and looked.hits):
        return ""
    others = (row for place, each in found.items() if place not in _KINDS for row in each.rows)
    return LOOSE_BESIDE if has_words_of(query, others) else LOOSE


def _missing(query: str, looked: "_Looked", found: Mapping[Where, SearchRows]) -> str:
    """Return a note of the words that no result has, empty if there are no results, or none has any word."""
    rows = [row for each in found.values() for row in each.rows]
    return note_missing(query, looked.hits, rows) if rows and not looked.is_loose else ""


class _Looked(NamedTuple):
    """Results in projects. `note` adds a caveat. They are loose if none has a word of the query."""

    found: dict[Where, SearchRows]
    hits: Sequence[Hit]
    note: str
    is_loose: bool


def _in_projects(
    places: Sequence[Where],
    arguments: Query,
    context: CallContext,
    project: UUID | None,
    meaning: Meaning,
) -> _Looked:
    """Return matches in documents and work, without those far from the query."""
    access, query = context.access, arguments.query
    hits = {
        place: passages_for(access, query, project_id=project, kinds=kinds, limit=_LOOKED_AT, meaning=meaning)
        for place, kinds in _KINDS.items()
        if place in places
    }
    every = [hit for found in hits.values() for hit in found]
    least = least_similarity(every, meaning)
    is_loose = bool(every) and not any(hit.has_words for hit in every)
    found: dict[Where, SearchRows] = {}
    told = {place: relevant_hits(found, least, found.counts) for place, found in hits.items()}
    near = nearest_by_meaning(hits.get("documents", ()), query, every)
    if is_loose:
        near = near[:_MOST_LOOSE]
        told = {place: found[:_MOST_LOOSE] for place, found in told.items()}
    if "documents" in told:
        first = [] if is_loose and near else told["documents"][: arguments.limit]
        found["documents"] = documents_of(first, query, context.told, context.now, nearest=near)
    if "work" in told:
        found["work"] = work_of(told["work"][: arguments.limit], access, context.now)
    cut = _CUT if len(told.get("work", ())) >= arguments.limit else ""
    notes = (BY_MEANING if near and not is_loose else "", meaning.note, cut)
    shown = [hit for hits in told.values() for hit in hits]
    return _Looked(found, shown, " ".join(filter(None, notes)), is_loose)


def _home(arguments: Query, context: CallContext) -> Ref | None:
    """Return the named project. Without one, a search usually means more than the project in focus."""
    return Resolver(Scope.of(context), loosely=True).project(arguments.project) if arguments.project else None


async def _look(place: Where, arguments: Query, context: CallContext) -> SearchRows:
    query, limit = arguments.query, arguments.limit if arguments.where else _EACH
    if place == "conversations":
        return await search_conversations(context, query, limit)
    return await in_database(search_runs, context, query, limit)


async def _files(arguments: Query, context: CallContext, *, everywhere: bool) -> SearchRows:
    """Search the conversation's files, those of others too if they are asked for or nothing else is found."""
    query, limit = arguments.query, arguments.limit if arguments.where else _EACH
    said = await search_attached(context, query, limit, everywhere=everywhere)
    return _with_names(said, await in_database(search_files, context, query, limit))


def _with_names(said: SearchRows, named: SearchRows) -> SearchRows:
    """Return files of the conversation that match by content, then others that match by name."""
    known = {one["id"] for one in said.rows}
    pairs = zip(named.rows, named.sources, strict=True)
    others = [(row, source) for row, source in pairs if row["id"] not in known]
    rows = [*said.rows, *(row for row, _ in others)]
    return SearchRows(rows, [*said.sources, *(source for _, source in others)], said.note)


def _by_conversation(messages: Sequence[Row]) -> list[Row]:
    """Return messages below their conversations, best first, without links."""
    each: dict[str, Row] = {}
    for row in messages:
        head = {"conversation": row["conversation"], "id": row["id"], "messages": []}
        said = {name: row[name] for name in ("said_by", "at", "text")}
        each.setdefault(row["id"], head)["messages"].append(said)
    return list(each.values())


def _answers(found: Mapping[Where, SearchRows], home: Ref | None, note: str) -> Answers:
    notes = " ".join(dict.fromkeys(one for one in (note, *(each.note for each in found.values())) if one))
    nothing = "" if any(one.rows for one in found.values()) else "Nothing was found. Try other words."
    rows: dict[str, Any] = {
        _SHOWN_AS.get(where, where): list(one.rows) for where, one in found.items() if one.rows
    }
    answers = Answers(**rows, notes=f"{nothing} {notes}".strip() or None)
    answers._sources = tuple(source for one in found.values() for source in one.sources)
    answers._within = home.title if home else ""
    return answers
