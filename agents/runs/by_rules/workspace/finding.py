"""What rules find in projects for some words: the things that speak of them, each with its telling line."""

from typing import Any

from agents.dialogue import KeptThing
from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.calling import look
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.steps import called
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import Reference

_MOST = 8


async def find(run: RunContext, at: Situation, wanted: Reference, project: Thing | None) -> Shown:
    """List what is found in a project, or in all, and keep it in mind. Raises ToolFailed."""
    asked: dict[str, Any] = {
        "query": wanted.words,
        "limit": _MOST,
        "kinds": [wanted.kind] if wanted.kind else [],
    }
    if project:
        given = await look(run, "search_project", project=called(at, project), **asked)
    else:
        given = await look(run, "search_workspace", **asked)
    found, within = given["found"], plain(given["within"])
    if not found:
        kind = wanted.kind or "thing"
        return Shown(f"I found no {kind} in {within} that speaks of '{plain(wanted.words)}'.")
    run.listed[:] = [KeptThing(one["kind"], one["id"], one["title"]) for one in found]
    lines = [f"{number}. {_line(one)} [{number}]" for number, one in enumerate(found, 1)]
    return Shown(f"This speaks of '{plain(wanted.words)}' in {within}:\n\n" + "\n".join(lines))


def _line(found: dict[str, Any]) -> str:
    where = f" › {plain(found['heading'])}" if found.get("heading") else ""
    said = f": {plain(found['snippet'])}" if found["snippet"] else ""
    return f"**{plain(found['title'])}**{where}, {found['kind']}{said}"
