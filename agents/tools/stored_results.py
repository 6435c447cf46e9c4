"""Stored tables of calls, which later calls use by id instead of retyping them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from agents.context.pack import ContextPack
from agents.tools.context import CallContext
from omniforge.files.selectors import content_of, get_result
from omniforge.files.services import store_result
from omniforge.files.writing.cells import Value
from omniforge.storage.ids import as_id
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class KeptTable:
    """The columns and all rows of a result, and the units of columns that are known."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    units: Sequence[str] = ()


def store_table(
    context: CallContext | ContextPack,
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    units: Sequence[str] = (),
) -> str:
    """Store a table with the conversation. Returns its result_id. Raises TooLarge."""
    kept = store_result(
        access=context.access,
        name=title,
        content=orjson.dumps({"columns": columns, "rows": rows, "units": units}),
        turn_id=context.turn_id,
        conversation_id=context.conversation_id,
    )
    return str(kept.pk)


def load_table(access: Access, ref: str) -> KeptTable | None:
    """Return the table of a result_id, or None if there is none. Raises NotFound if it is damaged."""
    result_id = as_id(ref)
    kept = get_result(access, result_id) if result_id else None
    if kept is None:
        return None
    table = orjson.loads(content_of(kept))
    return KeptTable(kept.name, table["columns"], table["rows"], table.get("units", ()))
