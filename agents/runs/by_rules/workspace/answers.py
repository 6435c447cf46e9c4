"""What rules tell of projects: what is open, due, new, where things stand. Nothing is changed by it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from agents.compute.spoken_days import SpokenDays
from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.details import details, tell_of_one
from agents.runs.by_rules.workspace.finding import find
from agents.runs.by_rules.workspace.news import recent_changes
from agents.runs.by_rules.workspace.people import assigned, by_person
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.steps import say_due
from agents.runs.by_rules.workspace.telling import (
    AHEAD,
    WORK,
    by_day,
    due_soon,
    listing,
    remember,
    standing,
    when,
)
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.workspace.reading.vocabulary import state_for
from agents.workspace.reading.wishes import EACH, ME, NOBODY, Look
from omniforge.database import in_database

_ALL = "all of them"


async def tell(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """Return the answer, and keep in mind what it lists. Raises Unclear, ToolFailed."""
    if wanted.view == "news":
        who, project = wanted.target.words, _project_of(at, wanted)
        since = await in_database(recent_changes, run.pack.access, project, run.pack.now, who)
        if who:
            return Shown(since)
        return listing(run, at, "Here is where things stand.", due_soon(at, _scope(at, wanted)), since)
    if wanted.view == "whose":
        return await _whose(run, at, wanted)
    if wanted.view == "find":
        return await find(run, at, wanted.target, _project_of(at, wanted))
    if wanted.view == "details" or (wanted.view == "overview" and wanted.target.words):
        return await tell_of_one(run, at, wanted)
    if wanted.view == "overview" and wanted.target.kind == "project":
        return await details(run, at, at.project())
    if wanted.view == "overview":
        return _overview(run, at)
    return _VIEWS[wanted.view](run, at, wanted)


def _scope(at: Situation, wanted: Look) -> Sequence[Thing]:
    """Return the things that are asked about: of the project that is named or talked about, else all."""
    project = _project_of(at, wanted)
    return at.stock.within(project.id).things if project else at.stock.things


def _project_of(at: Situation, wanted: Look) -> Thing | None:
    return at.project(wanted.project) if wanted.project else at.about


def _plate(run: RunContext, at: Situation, wanted: Look) -> Shown:
    undone = [one for one in _scope(at, wanted) if one.kind in WORK and one.is_open]
    lead = "This is open:" if undone else "Nothing is open: no task and no milestone."
    return listing(run, at, lead, by_day(at, undone))


async def _whose(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List what somebody has to do: what is open, or in the state or due on the days that are asked about."""
    things = _narrowed(at, [one for one in _scope(at, wanted) if one.kind != "document"], wanted)
    if wanted.who == EACH:
        groups = await in_database(by_person, at.access, [one for one in things if one.kind in WORK])
        return listing(run, at, "This is open, by person:" if groups else "Nothing is open.", groups)
    found = await in_database(assigned, at.access, things, wanted.who)
    whom = "you" if wanted.who == ME else plain(wanted.who)
    what = f"{wanted.state.replace('_', ' ')} {wanted.target.kind}".strip()
    what = f" {what}" if what else "thing"
    nothing = f"No{what} is assigned to {whom}{_on(at, wanted)}."
    if found or wanted.who != ME:
        lead = f"This is assigned to {whom}{_on(at, wanted)}:" if found else nothing
        return listing(run, at, lead, by_day(at, found))
    free = await in_database(assigned, at.access, things, NOBODY)
    return listing(run, at, f"{nothing} This is nobody's:" if free else nothing, by_day(at, free))


def _narrowed(at: Situation, things: Sequence[Thing], wanted: Look) -> list[Thing]:
    """Return the things of the kind, in the state and due on the days that are asked about; else the open."""
    of_kind = [one for one in things if wanted.target.kind in ("", one.kind)]
    states = [one for one in of_kind if _is_in_state(at, one, wanted.state or "open")]
    return [one for one in states if _is_due(one, wanted.days)] if wanted.days else states


def _is_due(thing: Thing, days: SpokenDays) -> bool:
    return thing.due_on is not None and days.first <= thing.due_on <= days.last


def _on(at: Situation, wanted: Look) -> str:
    """Return when things are due that are asked about, after a space."""
    days = wanted.days
    if not days:
        return ""
    if days.number == 1:
        return f" and due on {say_due(days.first, at.today)}"
    until = say_due(days.last, at.today)
    return f" and due {'by' if days.first < at.today else f'from {say_due(days.first, at.today)} to'} {until}"


def _due(run: RunContext, at: Situation, wanted: Look) -> Shown:
    things = _narrowed(at, _scope(at, wanted), replace(wanted, state="", days=None))
    found, span = _due_then(at, [one for one in things if one.due_on], wanted)
    return listing(run, at, f"This is {span}:" if found else f"Nothing is {span}.", by_day(at, found))


def _due_then(at: Situation, dated: Iterable[Thing], wanted: Look) -> tuple[list[Thing], str]:
    """Return what is due on the days that are asked about, and how these are said."""
    if wanted.state == "overdue":
        return [one for one in dated if _is_in_state(at, one, "overdue")], "overdue"
    if wanted.days:
        return [one for one in dated if _is_due(one, wanted.days)], _on(at, wanted).removeprefix(" and ")
    return [one for one in dated if when(one) <= at.today + AHEAD], "due within two weeks"


def _list(run: RunContext, at: Situation, wanted: Look) -> Shown:
    kind = wanted.target.kind
    if kind == "project":
        projects = at.stock.projects
        lead = "These are the projects:" if projects else "There is no project here yet."
        return listing(run, at, lead, [("", projects)])
    things = _wanted(_of_one_project(at, wanted, kind), kind, wanted.state)
    if wanted.priority:
        things = [one for one in things if one.is_open and (one.priority or 9) <= wanted.priority]
    said = [wanted.state.replace("_", " "), "important" if wanted.priority else "", f"{kind or 'thing'}s"]
    plural = " ".join(word for word in said if word)
    if kind in WORK:
        groups = by_day(at, [one for one in things if one.is_open])
        ended = [one for one in things if not one.is_open]
        return listing(run, at, _counted(things, plural), [*groups, ("Ended", ended)])
    return listing(run, at, _counted(things, plural), [("", things)])


def _these(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List what was listed or made last, as far as it is in the state that is asked about."""
    listed = at.still(at.listed) or at.still(at.touched)
    if not listed:
        return Shown("I do not know which things you mean: nothing was listed here yet.")
    found = [one for one in listed if _is_in_state(at, one, wanted.state)]
    state = wanted.state.replace("_", " ") or "there"
    lead = f"Of these {len(listed)}, {len(found) or 'none'} {'is' if len(found) < 2 else 'are'} {state}"
    return listing(run, at, f"{lead}{':' if found else '.'}", [("", found)])


def _is_in_state(at: Situation, thing: Thing, state: str) -> bool:
    if state == "overdue":
        return thing.is_open and thing.due_on is not None and thing.due_on < at.today
    return bool(_wanted([thing], thing.kind, state))


def _of_one_project(at: Situation, wanted: Look, kind: str) -> Sequence[Thing]:
    """Return the things of the project that is meant; where several have such things, ask which."""
    if at.about or wanted.project:
        return _scope(at, wanted)
    having = {one.project_id for one in at.stock.things if kind in ("", one.kind)}
    projects = [one for one in at.stock.projects if one.id in having]
    if len(projects) < 2 or at.said.get("project", "").strip(" .!").lower() in (
        _ALL,
        "all",
        "both",
        "every project",
    ):
        return at.stock.things
    project = at.ask("project", projects, f"Of which project? Say its name, or '{_ALL}'.")
    return at.stock.within(project.id).things


def _wanted(things: Iterable[Thing], kind: str, state: str) -> list[Thing]:
    of_kind = [one for one in things if kind in ("", one.kind)]
    if state == "open":
        return [one for one in of_kind if one.is_open]
    return [one for one in of_kind if one.state == state_for(one.kind, state)] if state else of_kind


def _counted(things: Sequence[Thing], plural: str) -> str:
    return (
        f"{len(things)} {plural if len(things) != 1 else plural[:-1]}:"
        if things
        else f"There are no {plural}."
    )


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
    "due": _due,
    "list": _list,
    "these": _these,
    "files": _files,
}
