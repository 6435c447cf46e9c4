"""An operation's actual effect as a row of the result: names, and each value before and after."""

from typing import Any, Protocol

from agents.tools.changing.operation import Operation
from agents.tools.differing import before_and_after
from agents.tools.rows import Row, drop_empty, shorten
from agents.tools.workspace.results import extent_of
from omniforge.projects.changes import Changed
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.representation import Row as Kept
from omniforge.projects.representation import fields_of, name_of, type_of

_NAMES = {"due_on": "due", "name": "title"}
LONG_TEXTS = frozenset(("content", "description"))
# texts that a row only names: it tells how a new wording differs, and how much a document holds
_LONG = {"create": ("context", "description"), "update": ("context",)}


class Patched(Protocol):
    """A change, just made or stored."""

    @property
    def patch(self) -> list[dict[str, Any]]: ...
    @property
    def inverse(self) -> list[dict[str, Any]]: ...


def outcome_row(one: Operation, changed: Changed[Any]) -> Row:
    """Return the row for the thing that an operation changed."""
    row = changed.row
    same = not changed.changes
    values = _values(changed) if one.op == "update" else {}
    return drop_empty(
        {
            "op": one.op,
            "kind": type_of(row),
            "title": name_of(row),
            "id": str(row.pk),
            "changed": values,
            "to": row.project.name if one.op == "move" and one.to and not isinstance(row, Project) else "",
            "with": _short_values(row) if one.op in ("create", "move") and isinstance(row, Entity) else {},
            "written": [name for name in _LONG.get(one.op, ()) if one.fields.get(name)] if not same else [],
            **_extent(one, row, values),
            "note": "It was so already: nothing changed." if same else "",
        }
    )


def _extent(one: Operation, row: Kept, values: Row) -> Row:
    """Return how much text a document has that was created or whose text was changed."""
    is_written = one.op == "create" or "content" in values
    return dict(extent_of(row)) if isinstance(row, Document) and row.content and is_written else {}


def _values(changed: Changed[Any]) -> dict[str, str]:
    own = [one for one in changed.changes if one.entity_id == changed.row.pk]
    return {name: said for one in own for name, said in differences(one)}


def _short_values(row: Entity) -> Row:
    """Return a new thing's values but for its texts, so that what is said of them can be checked."""
    values = {"state": row.state, "due": row.due_on, "priority": row.priority, **row.fields}
    return drop_empty({name: value if value is None else _word(value) for name, value in values.items()})


def differences(change: Patched) -> list[tuple[str, str]]:
    """Return an update's meaningful fields, each with its value before and after."""
    after, before = _by_field(change.patch), _by_field(change.inverse)
    differ = [name for name in {**after, **before} if after.get(name) != before.get(name)]
    return [(_NAMES.get(name, name), before_and_after(before.get(name), after.get(name))) for name in differ]


def _by_field(patch: list[dict[str, Any]]) -> dict[str, Any]:
    fields = fields_of(patch)
    return fields | (fields.pop("fields", None) or {})


def _word(value: Any) -> str:
    return "none" if value in (None, "") else shorten(str(value), 80)
