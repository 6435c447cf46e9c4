"""How rules tell of things: in lists numbered through, by when they are due, and kept in mind."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from agents.events import Operation
from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.steps import say_due, say_priority
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.tables.markdown import plain

AHEAD = timedelta(days=14)  # in which something counts as due soon
WORK = ("task", "milestone")
_WEEK = timedelta(days=7)
_GROUPS = ("Overdue", "Today", "Within a week", "Later", "Without a date")
_MOST = 40  # lines of an answer
Grouped = Sequence[tuple[str, Sequence[Thing]]]


def due_soon(at: Situation, things: Iterable[Thing]) -> Grouped:
    """Return the open work that wants attention: due within two weeks, or blocked."""
    undone = [one for one in things if one.is_open and one.kind in WORK]
    soon = [one for one in undone if one.due_on and one.due_on <= at.today + AHEAD]
    stuck = [one for one in undone if one.state == "blocked" and one not in soon]
    return [*by_day(at, soon), ("Blocked", stuck)]


def by_day(at: Situation, things: Iterable[Thing]) -> Grouped:
    """Return things by when they are due, the most urgent first."""
    groups: dict[str, list[Thing]] = {name: [] for name in _GROUPS}
    for one in sorted(things, key=lambda one: (when(one), one.priority or 9, one.title.casefold())):
        groups[_group(one.due_on, at.today)].append(one)
    return list(groups.items())


def _group(due: date | None, today: date) -> str:
    overdue, now, soon, later, undated = _GROUPS
    if due is None:
        return undated
    if due <= today:
        return now if due == today else overdue
    return soon if due <= today + _WEEK else later


def when(thing: Thing) -> date:
    """Return the day by which things are sorted: what has none comes last."""
    return thing.due_on or date.max


def listing(run: RunContext, at: Situation, lead: str, groups: Grouped, more: str = "") -> Shown:
    """Return things as a list numbered through, and keep them in mind in that order."""
    blocks: list[str] = [lead]
    told: list[Thing] = []
    for name, things in groups:
        room = _MOST - len(told)
        lines = [f"{number}. {line(at, one)}" for number, one in enumerate(things[:room], len(told) + 1)]
        told += things[:room]
        if lines:
            blocks.append("\n".join([f"**{name}**\n", *lines] if name else lines))
    left = sum(len(things) for _, things in groups) - len(told)
    blocks += [f"{left} more are not shown."] if left else []
    remember(run, told)
    return Shown("\n\n".join(part for part in (*blocks, more) if part))


def line(at: Situation, thing: Thing) -> str:
    """Return a thing in a line with what matters of it."""
    said = [f"**{plain(thing.title)}**"]
    said += [f"due {say_due(thing.due_on, at.today)}"] if thing.due_on else []
    said += [say_priority(thing.priority)] if thing.priority and thing.priority < 3 else []
    said += [thing.state.replace("_", " ")] if thing.state not in ("", "todo", "pending") else []
    inside = "" if at.about or thing.kind == "project" else f" ({plain(at.stock.project(thing.project_id))})"
    return ", ".join(said) + inside


def standing(at: Situation, project: Thing) -> str:
    """Say in a line how a project stands."""
    things = at.stock.within(project.id).things
    tasks = [one for one in things if one.kind == "task"]
    undone = [one for one in tasks if one.is_open]
    late = [one for one in things if one.is_open and one.due_on and one.due_on < at.today]
    coming = sorted(
        (one for one in things if one.is_open and one.due_on and one.due_on >= at.today), key=when
    )
    said = [f"{len(undone)} of {len(tasks)} tasks open" if tasks else "no tasks"]
    said += [f"{len(late)} overdue"] if late else []
    said += [f"next: {plain(coming[0].title)}, due {say_due(when(coming[0]), at.today)}"] if coming else []
    return f"**{plain(project.title)}** ({project.state}): {', '.join(said)}."


def remember(run: RunContext, things: Sequence[Thing]) -> None:
    """Keep in mind what was listed, and say that it was looked at."""
    run.listed[:] = [one.kept() for one in things]
    if len(things) == 1:
        run.touched[:] = run.listed
    for kind in dict.fromkeys(one.kind for one in things):
        names = [one.title for one in things if one.kind == kind]
        name = names[0] if len(names) == 1 else f"{len(names)} {kind}s"
        run.channel.send(Operation("read" if len(names) == 1 else "list", kind, name, "done"))
