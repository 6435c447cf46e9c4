"""Looking on until as many were found as were asked for; what is still missing is said."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agents.plans.rendering import rows_of
from agents.plans.storing import StepResult

# How a search is put another way; at most so many follow-ups are made (seed 001).
_OTHERWISE = ("more {}", "{} complete list", "other {}", "best {}", "{} overview")

Search = Callable[[Mapping[str, Any]], Awaitable[StepResult]]


async def gather(search: Search, arguments: Mapping[str, Any], wanted: int) -> StepResult:
    """Return `wanted` rows, or as many as five more searches find; each thing once, by its link or title."""
    first = await search(arguments)
    found = _once({}, first)
    for pattern in _OTHERWISE:
        if len(found) >= wanted:
            break
        further = await search({**arguments, "query": pattern.format(arguments["query"])})
        found = _once(found, further)
    rows = list(found.values())[:wanted]
    enough = f"{len(rows)} found" if len(rows) == wanted else f"Only {len(rows)} of {wanted} were found"
    return StepResult(enough, {"results": rows})


def _once(found: Mapping[str, dict[str, Any]], result: StepResult) -> dict[str, dict[str, Any]]:
    new = {str(row.get("link") or row.get("title") or row): row for row in rows_of(result.fields)}
    return {**found, **{key: row for key, row in new.items() if key not in found}}
