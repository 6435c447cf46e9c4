"""The tool that lists rows of one kind of thing. Every condition is either applied or refused."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from agents.events import Operation
from agents.failures import ToolFailed
from agents.tools.context import CallContext
from agents.tools.counts import counted
from agents.tools.listers import LISTERS, Listed, Wanted, trash
from agents.tools.listers.listed import SAME_NAME, Conditions
from agents.tools.named_things import IN_PROJECTS, Ref, ThingKind
from agents.tools.namesakes import distinguishing_features
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, fit_rows, without, without_ids
from agents.tools.schemas import IN_WORDS
from agents.tools.stored_results import store_table
from agents.tools.texts import Texts
from agents.tools.tool import ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database

KIND = Literal[
    ThingKind,
    "agent",
    "skill",
    "run",
    "file",
    "conversation",
    "event",
    "change",
    "member",
    "approval",
    "connection",
]
_MOST_KEPT = 5_000  # rows
_PLAIN = 80  # characters of a title or name, too short for an injected order
_WRITTEN = ("project", *IN_PROJECTS)
_OTHERS = (*_WRITTEN, "change")  # kinds whose texts others may have written
_DELETED, _AS_ABOVE = "deleted", "as above"
_BY_ID = ("run", "conversation", "approval")  # kinds without unique names


class Filter(BaseModel):
    """Filters, all of which must match."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    state: str = Field("", max_length=60)
    assignee: str = Field("", max_length=200)
    due_before: date | None = None
    due_after: date | None = None
    overdue: bool = False
    priority: int | None = Field(None, ge=1, le=5)
    title: str = Field("", max_length=200)
    linked_to: str = Field("", max_length=500)
    kind: str = Field("", max_length=120)  # of changes


class Which(ToolArguments):
    """The things to list."""

    kind: KIND
    project: str = Field("", max_length=200, description="Else the focus, or all.")
    filter: Filter = Field(
        default_factory=lambda: Filter.model_validate({}),
        json_schema_extra=IN_WORDS,
        description="{state: 'open' or some with commas, assignee: name, 'me', 'none', due_before, "
        "due_after: YYYY-MM-DD inclusive, also of events, conversations, changes, overdue, priority, title, "
        "linked_to, kind: of changes}",
    )
    order: Literal["due", "priority", "title", "state", "assignee", "updated", "created"] | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    start: Annotated[int, Field(ge=1)] = 1
    keep: bool = Field(False, description="For a result_id of all.")


class Rows(ToolResult):
    """The rows, with how many there are in all, `next_start` if there are more."""

    kind: str
    within: str
    total: int
    rows: list[dict[str, Any]]
    next_start: int | None = None
    result_id: str | None = None

    def as_read(self) -> dict[str, Any]:
        fields = super().as_read()
        if self.kind == "event":
            fields["rows"] = _by_day(self.rows)
        elif self.kind == "file":
            fields["rows"] = _by_name(self.rows)
        elif self.kind not in _BY_ID:
            fields["rows"] = _deletion_once(without_ids(_without_kind(self.rows, self.kind)))
        return fields

    def summary(self) -> str:
        return f"{counted(self.total, self.kind)} in {self.within}"

    def operations(self) -> Sequence[Operation]:
        return [Operation("list", self.kind, self.within, "done")]

    def texts(self) -> Texts:
        """Return the rows that hold more than a short title. For runs, all rows."""
        if self.kind == "run":
            return Texts(runs=[UUID(row["id"]) for row in self.rows])
        told = [row for row in self.rows if self.kind in _OTHERS and not _is_plain(row)]
        return Texts(things=[UUID(row["id"]) for row in told if "id" in row])


@tool(said="Looking at each {kind}", outside=True)
async def list_(arguments: Which, context: CallContext) -> Rows:
    """List and count things, with links. change: who did what, also events. State 'deleted': trash."""
    lister = LISTERS[arguments.kind]
    conditions = Conditions.of(arguments.filter.model_dump(exclude_defaults=True))
    conditions.require(lister.conditions, arguments.kind)
    wanted = Wanted(
        arguments.kind,
        conditions,
        arguments.project,
        arguments.order or lister.orders[0],
        arguments.start - 1,
        _MOST_KEPT if arguments.keep else arguments.limit,
    )
    if wanted.order not in lister.orders:
        raise ToolFailed(f"A list of {arguments.kind}s is in the order of {', '.join(lister.orders)}.")
    listed = await in_database(_listed, wanted, context)
    result_id = await _kept(arguments, listed, context) if arguments.keep else None
    return _rows(arguments, listed, result_id)


def _by_day(rows: Sequence[Row]) -> list[Row]:
    """Return events without the times that `when` says, and without ids if title and day name one alone."""
    named = Counter(map(_title_and_day, rows))
    said = {"starts", "ends"}
    unsaid = [said if named[_title_and_day(row)] > 1 else said | {"id"} for row in rows]
    return [
        {name: value for name, value in row.items() if name not in gone}
        for row, gone in zip(rows, unsaid, strict=True)
    ]


def _by_name(files: Sequence[Row]) -> list[Row]:
    """Return files without ids, except those whose name means another."""
    return [row if SAME_NAME in row else without([row], "id")[0] for row in files]


def _title_and_day(row: Row) -> tuple[str, str]:
    return row["title"].casefold(), row["starts"][:10]


def _without_kind(rows: Sequence[Row], kind: str) -> list[Row]:
    """Return rows without the kind if all rows share it."""
    return [{name: value for name, value in row.items() if (name, value) != ("kind", kind)} for row in rows]


def _deletion_once(rows: Sequence[Row]) -> list[Row]:
    """Return rows of the trash, each deletion told by the first of those that it took along."""
    pairs = pairwise([{}, *rows])
    return [
        row | {_DELETED: _AS_ABOVE} if _DELETED in row and row[_DELETED] == above.get(_DELETED) else row
        for above, row in pairs
    ]


def _is_plain(row: Row) -> bool:
    values = [one for value in row.values() for one in (value if isinstance(value, list) else [value])]
    return all(len(value) <= _PLAIN for value in values if isinstance(value, str))


def _listed(wanted: Wanted, context: CallContext) -> Listed:
    scope = Scope.of(context)
    rows = trash.trash if trash.is_wanted(wanted) else LISTERS[wanted.kind].rows
    listed = rows(wanted, Resolver(scope, context.conversation_id, loosely=True), context)
    return replace(listed, rows=_told_apart(scope, wanted.kind, listed.rows))


def _told_apart(scope: Scope, kind: str, rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows. Those with equal titles get what tells them apart."""
    if kind not in _WRITTEN:
        return rows
    refs = [Ref(kind, UUID(row["id"]), row["title"]) for row in rows]
    apart = distinguishing_features(scope, refs)
    pairs = zip(rows, refs, strict=True)
    return [row | {"which": apart[ref.id]} if ref.id in apart else row for row, ref in pairs]


async def _kept(arguments: Which, listed: Listed, context: CallContext) -> str:
    columns = list(dict.fromkeys(name for row in listed.rows for name in row))
    rows = [[_cell(row.get(name)) for name in columns] for row in listed.rows]
    return await in_database(store_table, context, f"{arguments.kind}s", columns, rows)


def _cell(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, list) else value


def _rows(arguments: Which, listed: Listed, result_id: str | None) -> Rows:
    shown: list[Row] = list(fit_rows(listed.rows[: arguments.limit]))
    following = arguments.start + len(shown)
    return Rows(
        kind=arguments.kind,
        within=listed.within,
        total=listed.total,
        rows=shown,
        next_start=following if shown and following <= listed.total else None,
        result_id=result_id,
    )
