"""Remarks beside an order. One that speaks of other work may be an order that nobody understood."""

from collections.abc import Sequence

from agents.handlers.items import WORK, load_items
from agents.handlers.loose_names import find_named
from agents.tools.run_context import RunContext
from omniforge.storage.database import in_database


async def of_other_work(run: RunContext, remarks: Sequence[str]) -> list[str]:
    """Return the remarks that name open work on which this turn did nothing."""
    if not remarks:
        return []
    done = {one.id for one in run.touched}
    items = await in_database(load_items, run.pack.access, WORK, run.pack.focus.project_id)
    others = [one for one in items if one.is_open and str(one.id) not in done]
    return [one for one in remarks if find_named(one, others)]
