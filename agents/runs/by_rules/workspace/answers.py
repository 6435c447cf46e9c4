"""What rules tell of projects: what is open, due, new, where things stand. Nothing is changed by it."""

from collections.abc import Callable, Mapping

from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.details import details, tell_of_one
from agents.runs.by_rules.workspace.due import tell_due, tell_whose
from agents.runs.by_rules.workspace.finding import find
from agents.runs.by_rules.workspace.lists import tell_list, tell_these
from agents.runs.by_rules.workspace.narrowing import project_of, scope_of
from agents.runs.by_rules.workspace.news import recent_changes
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.telling import WORK, by_day, due_soon, listing, remember, standing
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import Look
from omniforge.database import in_database


async def tell(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """Return the answer, and keep in mind what it lists. Raises Unclear, ToolFailed."""
    if wanted.view == "news":
        return await _news(run, at, wanted)
    if wanted.view == "whose":
        return await tell_whose(run, at, wanted)
    if wanted.view == "find":
        return await find(run, at, wanted.target, project_of(at, wanted))
    if wanted.view == "details" or (wanted.view == "overview" and wanted.target.words):
        return await tell_of_one(run, at, wanted)
    if wanted.view == "overview" and wanted.target.kind == "project":
        return await details(run, at, at.project())
    if wanted.view == "overview":
        return _overview(run, at)
    return _VIEWS[wanted.view](run, at, wanted)


async def _news(run: RunContext, at: Situation, wanted: Look) -> Shown:
    who, project = wanted.target.words, project_of(at, wanted)
    since = await in_database(recent_changes, run.pack.access, project, run.pack.now, who)
    if who:
        return Shown(since)
    return listing(run, at, "Here is where things stand.", due_soon(at, scope_of(at, wanted)), since)


def _plate(run: RunContext, at: Situation, wanted: Look) -> Shown:
    undone = [one for one in scope_of(at, wanted) if one.kind in WORK and one.is_open]
    lead = "This is open:" if undone else "Nothing is open: no task and no milestone."
    return listing(run, at, lead, by_day(at, undone))


def _overview(run: RunContext, at: Situation) -> Shown:
    projects = [at.about] if at.about else at.stock.projects
    lines = [f"- {standing(at, one)}" for one in projects if one]
    remember(run, [one for one in projects if one])
    return Shown("\n".join(["Your projects:\n", *lines]) if lines else "There is no project here yet.")


def _files(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """Tell where files come in and go out: what they are is chosen on the project's page."""
    project = at.project(wanted.project)
    page = f"[{plain(project.title)}](/projects/{project.id}/)"
    if wanted.state == "import":
        what = "Markdown, text, Word, PDF, or a zip of them, whose folders become the tree"
        return Shown(
            f"Files become documents on the page of {page}: its menu has 'Import files' for {what}. What is "
            "for one conversation alone is attached to a message."
        )
    what = "all documents as Markdown, and what is to be done as tables"
    return Shown(f"The menu on the page of {page} has 'Export as a zip': {what}.")


_VIEWS: Mapping[str, Callable[[RunContext, Situation, Look], Shown]] = {
    "plate": _plate,
    "due": tell_due,
    "list": tell_list,
    "these": tell_these,
    "files": _files,
}
