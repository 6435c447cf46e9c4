"""Finds passages by words, and says where to import and export files."""

from collections.abc import Mapping
from typing import Any

from agents.context.stored import KeptThing
from agents.handlers.lines import bold
from agents.handlers.references.target_projects import project_for
from agents.handlers.registry import handles
from agents.handlers.task import Answer, Task
from intent.commands import Command
from omniforge.tables.markdown import plain

_SHOWN = 200  # characters of a passage


@handles("work.search")
async def search(task: Task, command: Command) -> Answer:
    """List the passages of documents that contain some words."""
    return await search_documents(task, str(command.slots["what"]))


async def search_documents(task: Task, what: str) -> Answer:
    """Return the passages of documents that contain some words."""
    given = await task.call("search", query=what, where=["documents"])
    found = given.get("documents") or []
    if not found:
        return Answer(f"No document mentions “{plain(what)}”.")
    lines = [f"{number}. {bold(one['title'])}: {_passage(one)}" for number, one in enumerate(found, 1)]
    kept = tuple(KeptThing("document", one["id"], one["title"]) for one in found if "id" in one)
    return Answer(f"On “{plain(what)}”:\n\n" + "\n".join(lines), kept)


def _passage(found: Mapping[str, Any]) -> str:
    passages = found.get("passages", ())
    text = " … ".join(str(one.get("text") or one.get("returned_before", "")) for one in passages)
    line = " ".join(plain(text).split())
    return f"{line[:_SHOWN]}…" if len(line) > _SHOWN else line


@handles("project.files")
async def tell_files(task: Task, command: Command) -> Answer:
    """Say where files become documents, and where to export a project."""
    home = await project_for(task, command.slots.get("project", ""))
    page = f"[{plain(home.title)}](/projects/{home.id}/)"
    if command.slots.get("inward"):
        return Answer(
            f"Open {page} and choose “Import files” in its menu. Markdown, text, Word, PDF and zip work."
        )
    return Answer(f"Open {page} and choose “Export as a zip” in its menu.")
