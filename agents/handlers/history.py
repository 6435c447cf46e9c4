"""Reports changes: what, when and by whom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from uuid import UUID

from agents.definitions.selectors import list_runs
from agents.handlers.items import WORK, load_items
from agents.handlers.lines import bold, format_day
from agents.handlers.references.target_projects import project_id_for
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.undo import DID
from agents.handlers.work.lists import overdue_in
from agents.models import RunStatus
from agents.tools.assignees import own_names, words_of_name
from intent.commands import Command
from intent.sentences.titles import significant_words
from omniforge.projects.models import Action, Version
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_WEEK = timedelta(days=7)
_DONE = "done"
_READ, _TOLD, _RUNS = 400, 15, 10


@handles("work.news")
async def tell_news(task: Task, command: Command) -> Answer:
    """Report changes. By default those since the agent's last successful run, or of the last week."""
    if _tells_figures(task.pack.message):
        raise NoSuchTarget  # it is asked of the lines above the question
    home = await in_database(project_id_for, task, command.slots.get("project", ""))
    if "when" not in command.slots and (last_run := await _last_run(task)):
        command = replace(command, slots={**command.slots, "when": (last_run, last_run), "since": True})
    first, last = _span(task, command)
    who = command.slots.get("who", "")
    until = last if last < task.today else None
    ended = bool(command.slots.get("ended"))
    news = await in_database(changes_since, task, home, first, who, until, ended)
    when = _when(task, command, first, last)
    if ended:
        return Answer(f"**Done {when}**\n\n{news}" if news else f"Nothing was marked as done {when}.")
    by = "" if not who else " by you" if who == "me" else f" by {plain(who)}"
    told = f"**Changed{by} {when}**\n\n{news}" if news else f"Nothing was changed{by} {when}."
    late = None if who or last < task.today else await overdue_in(task, home)
    return replace(late, text=f"{told}\n\n{late.text}") if late else Answer(told)


def _tells_figures(message: str) -> bool:
    """Return whether several lines of a message have figures, so that they may be what changed."""
    return sum(any(map(str.isdigit, line)) for line in message.splitlines()) > 1


async def _last_run(task: Task) -> date | None:
    """Return the day of the last run of the agent that works here that went well."""
    if not task.run.agent:
        return None
    runs = await in_database(list_runs, task.pack.access, agent=task.run.agent, limit=_RUNS)
    went_well = (one for one in runs if one.status == RunStatus.SUCCEEDED)
    last = next(went_well, None)
    return last.started_at.astimezone(task.pack.now.tzinfo).date() if last else None


def _span(task: Task, command: Command) -> tuple[date, date]:
    """Return the first and last day asked about, for a coming day the week before it, up to today."""
    if "when" not in command.slots:
        return task.today - _WEEK, task.today
    first, last = command.slots["when"]
    if first > task.today:
        return first - _WEEK, task.today
    return first, last if command.slots.get("since") is None else task.today


def _when(task: Task, command: Command, first: date, last: date) -> str:
    if "when" not in command.slots:
        return "in the last week"
    if first == last:
        return "today" if first == task.today else f"on {format_day(first, task.today)}"
    return (
        f"since {format_day(first, task.today)}"
        if last >= task.today
        else f"from {format_day(first, task.today)} on"
    )


def changes_since(
    task: Task, home: UUID | None, first: date, who: str, last: date | None = None, ended: bool = False
) -> str:
    """Return the changes since a day as lines, once per thing and newest first, empty if there are none.

    With `ended`, only changes that marked a thing as done.
    """
    zone = task.pack.now.tzinfo
    found = Version.objects.filter(
        tenant_id=task.pack.access.tenant_id, created_at__gte=datetime.combine(first, time(), zone)
    )
    if last:
        found = found.filter(created_at__lt=datetime.combine(last + timedelta(days=1), time(), zone))
    found = found.filter(project_id=home) if home else found
    rows = found.exclude(entity_type__in=("edge", "project")).select_related("changed_by").order_by("-id")
    names = [_words(" ".join(one)) for one in own_names(task.pack.access)] if who == "me" else [_words(who)]
    read = [row for row in rows[:_READ] if not who or _is_by(row, names)]
    if ended:  # what was taken back isn't done
        opened = {one.id for one in load_items(task.pack.access, WORK, home) if one.is_open}
        read = [row for row in read if _ends(row) and row.entity_id not in opened]
    newest = {row.entity_id: row for row in reversed(read)}
    ordered = sorted(newest.values(), key=lambda row: row.pk, reverse=True)
    return _lines(ordered[:_TOLD], task.pack.now)


def deletions_of(task: Task, name: str) -> str:
    """Return the deletions of the last week as lines, of things with all these words in their titles."""
    since = task.pack.now - _WEEK
    rows = Version.objects.filter(
        tenant_id=task.pack.access.tenant_id, created_at__gte=since, action=Action.DELETE
    )
    wanted = significant_words(name)
    found = rows.exclude(entity_type="edge").select_related("changed_by").order_by("-id")[:_READ]
    return _lines([one for one in found if wanted and wanted <= significant_words(one.name)], task.pack.now)


def _lines(rows: Sequence[Version], now: datetime) -> str:
    homes = _new_homes(rows)
    return "\n".join(_line(one, now, homes.get(one.pk, "")) for one in rows)


def _new_homes(rows: Sequence[Version]) -> Mapping[UUID, str]:
    """Return the project to which each thing went that was deleted here only because it moved there."""
    gone = [one for one in rows if one.action == Action.DELETE and one.turn_id]
    turns = {one.turn_id for one in gone}
    made = Version.objects.filter(turn_id__in=turns, action=Action.CREATE).select_related("project")
    homes = {(one.turn_id, one.entity_type, one.name): one.project for one in made} if gone else {}
    found = ((one, homes.get((one.turn_id, one.entity_type, one.name))) for one in gone)
    return {one.pk: home.name for one, home in found if home and home.pk != one.project_id}


def _ends(row: Version) -> bool:
    return any(one.get("path") == "/state" and one.get("value") == _DONE for one in row.patch)


def _is_by(row: Version, names: list[frozenset[str]]) -> bool:
    own = _words(str(row.changed_by or ""))
    return any(name and name <= own for name in names)


def _words(name: str) -> frozenset[str]:
    return words_of_name(name.replace("@", " "))


def _line(row: Version, now: datetime, new_home: str) -> str:
    at, who = row.created_at.astimezone(now.tzinfo), row.changed_by
    by = f" by {plain(str(who))}" if who else ""
    did = f"moved to {bold(new_home)}" if new_home else DID[row.action]
    return f"- {row.entity_type.capitalize()} {bold(row.name)} {did}{by}, {at:%A} {at:%H:%M}"
