"""The tool that changes projects and everything in them, one batch at a time. One undo reverts a batch."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args
from uuid import UUID

from django.db import transaction
from pydantic import Field, PrivateAttr

from agents.events import Operation as OperationEvent
from agents.tools.changing.agents_named import agents_naming
from agents.tools.changing.batch import Batch
from agents.tools.changing.from_files import takes_file, with_texts_of_files, without_files
from agents.tools.changing.operation import Op, Operation
from agents.tools.changing.outcome_rows import LONG_TEXTS
from agents.tools.changing.titles import name_targets
from agents.tools.context import CallContext
from agents.tools.counts import counted
from agents.tools.named_things import PROJECT
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, without_ids
from agents.tools.texts import Texts
from agents.tools.tool import Ask, Effect, Risk, ToolArguments, tool
from agents.tools.workspace.borders import was_made_in_turn
from agents.tools.workspace.changed_meanwhile import require_seen
from agents.tools.workspace.results import Changing
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import normalise
from omniforge.english import capital, first_of
from omniforge.projects.selectors import get_document
from omniforge.storage.database import in_database

_DOING = {
    "create": "creating",
    "update": "changing",
    "move": "moving",
    "delete": "deleting",
    "restore": "restoring",
    "link": "linking",
    "unlink": "unlinking",
}
_NAMED = 3  # things per kind that a label names


class Operations(ToolArguments):
    """A batch of operations."""

    operations: list[Operation] = Field(min_length=1, max_length=100)
    project: str = Field(
        "",
        max_length=200,
        description="Else one made here, or the focus.",
    )


class Changes(Changing):
    """The operations that were really carried out."""

    done: list[dict[str, Any]]
    _events: tuple[OperationEvent, ...] = PrivateAttr(())
    _quoted: frozenset[UUID] = PrivateAttr(frozenset())  # things whose earlier texts it quotes or takes along

    def as_read(self) -> dict[str, Any]:
        return {"done": without_ids(self.done)}

    def summary(self) -> str:
        return f"{counted(len(self.done), 'operation')} done: {_summary(self.done)}"

    def is_news(self) -> bool:
        return any("note" in one or _takes_contents(one) for one in self.done)

    def operations(self) -> Sequence[OperationEvent]:
        return self._events

    def is_own(self) -> bool:
        return not self._quoted

    def texts(self) -> Texts:
        return Texts(self._quoted)


def _said(arguments: Mapping[str, Any]) -> str:
    made = {one["temp_id"]: _own_title(one) for one in arguments["operations"] if one.get("temp_id")}
    by_op: dict[str, list[str]] = defaultdict(list)
    for one in arguments["operations"]:
        by_op[one["op"]].append(_name(one, made))
    home = arguments.get("project")
    where = {"create": f" (in {made.get(home, home)})"} if home else {}
    acts = (f"{_DOING[op]} {first_of(names, _NAMED)}{where.get(op, '')}" for op, names in by_op.items())
    return capital("; ".join(acts))


def _name(one: Mapping[str, Any], made: Mapping[str, str]) -> str:
    ref, to = one.get("ref") or "", one.get("to") or ""
    name = made.get(ref, ref) or _own_title(one)
    which = f" ({one['which']})" if one.get("which") else ""
    beside = "to" if one["op"] == "move" else "and"
    return f'"{name}"{which}' + (f' {beside} "{made.get(to, to)}"' if to else "")


def _own_title(one: Mapping[str, Any]) -> str:
    fields = one.get("fields") or {}
    return str(fields.get("title") or fields.get("name") or one.get("kind") or "something")


def _in_titles(arguments: Mapping[str, Any], scope: Scope) -> str:
    """Describe a batch by the titles of its targets, however it names them, and warn of agents left over."""
    named = name_targets(arguments, Resolver(scope))
    deleted = [one for one in named["operations"] if one["op"] == "delete"]
    projects = [str(one["ref"]) for one in deleted if one.get("kind") in (None, PROJECT)]
    return " ".join(filter(None, (_said(named), _in_brackets(agents_naming(scope.access, projects)))))


def _in_brackets(warning: str) -> str:
    return f"({warning.rstrip('.')})" if warning else ""


_UNDOABLE, _DELETION = Risk(Effect.WRITE, Ask.NEVER), Risk(Effect.WRITE, Ask.AFTER_STRANGERS)
_ACTS = dict.fromkeys(get_args(Op), _UNDOABLE) | {"delete": _DELETION}


def _check(arguments: Operations, scope: Scope) -> None:
    """Raise the batch's errors, by carrying it out and rolling it back."""
    with transaction.atomic():
        operations = without_files(arguments.operations)
        Batch(scope, Resolver(scope), arguments.project).carry_out(operations)
        transaction.set_rollback(True)


def _replaces(asked: Mapping[str, Any], waiting: Mapping[str, Any], scope: Scope) -> bool:
    """Return whether a batch deletes only a part of what a waiting one does, or all of that and more."""
    now, before = _deleted(asked, scope), _deleted(waiting, scope)
    return bool(now and before) and (now <= before or before <= now)


def _deleted(arguments: Mapping[str, Any], scope: Scope) -> set[tuple[str, str]]:
    """Return the titles of what a batch deletes, each with what tells it apart from others of that title."""
    operations = name_targets(arguments, Resolver(scope))["operations"]
    deleted = [one for one in operations if one["op"] == "delete"]
    return {(normalise(str(one["ref"])), str(one.get("which") or "")) for one in deleted}


@tool(
    said=_said,
    effect=Effect.WRITE,
    ask=Ask.NEVER,
    acts=_ACTS,
    acts_in=lambda arguments: [one.op for one in arguments.operations],
    check=_check,
    to_decide=_in_titles,
    replaces=_replaces,
    outside=True,
    undoable=True,
    timeout=60,
    cap=50,
)
async def change(arguments: Operations, context: CallContext) -> Changes:
    """Change projects and what is in them, except the text of existing documents: edit_document.

    One call for all that belongs together, whole or not at all. temp_id names what is new.
    """
    operations = await with_texts_of_files(arguments.operations, context)
    changes = await in_database(_changed, operations, arguments.project, context)
    for one, row in zip(arguments.operations, changes.done, strict=True):
        if takes_file(one):
            row.pop("headings", None)  # nobody has read the file
    return changes


def _changed(operations: Sequence[Operation], project: str, context: CallContext) -> Changes:
    scope = Scope.of(context)
    resolver = Resolver(scope, context.conversation_id)
    batch = Batch(scope, resolver, project, partial(_require_seen, context))
    batch.carry_out(operations)
    result = Changes(done=batch.rows)
    result._changes, result._events = tuple(batch.changes), tuple(batch.events)
    result._quoted = _quoted(batch.rows, scope).union(batch.taken)
    return result


def _require_seen(context: CallContext, document: UUID) -> None:
    require_seen(context, get_document(context.access, document))


def _quoted(rows: Sequence[Row], scope: Scope) -> frozenset[UUID]:
    """Return the things whose texts before the change the rows quote, but for those made in this turn."""
    changed = (UUID(row["id"]) for row in rows if LONG_TEXTS.intersection(row.get("changed", ())))
    return frozenset(one for one in changed if not was_made_in_turn(scope, one))


def _takes_contents(row: Row) -> bool:
    """Return whether a project's contents were deleted with it: the person has to hear of them."""
    return row["op"] == "delete" and row.get("kind") == PROJECT and "with_it" in row


def _summary(done: Sequence[Mapping[str, Any]]) -> str:
    names = [f"{one['op']} {one.get('title') or one.get('link')}" for one in done]
    return first_of(names, _NAMED)
