"""What 'archive' means here: nothing is archived, so what is meant is finished, as far as it isn't yet."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.handlers.items import PROJECT, WORK, Item
from agents.handlers.lines import describe_changes, format_names
from agents.handlers.task import Answer, Task
from agents.handlers.undo import LEFT
from agents.handlers.work.states import state_of

_PROJECTS_STAY = "Projects aren't archived: a completed one stays in the list, and can be opened again."
_WORK_STAYS = "What is finished isn't archived: it stays in its project."


def archives(slots: Mapping[str, Any]) -> bool:
    return bool(slots.get("state") == "archived")


def finished_already(items: Sequence[Item]) -> Answer | None:
    """Return the answer for what is finished as it is, or None if something is still to be done."""
    if any(one.is_open for one in items):
        return None
    is_of_projects = all(one.kind == PROJECT for one in items)
    verb = "is" if len(items) == 1 else "are"
    stays = _PROJECTS_STAY if is_of_projects else _WORK_STAYS
    return Answer(f"{format_names([one.title for one in items])} {verb} finished already. {stays}")


def agreed(task: Task, items: Sequence[Item]) -> bool:
    """Return whether open work is to be finished instead. Raises Question first."""
    work = [one for one in items if one.kind in WORK and one.is_open]
    if not work:
        return True
    done = describe_changes({"state": state_of(work[0].kind, "done")}, task.today).removeprefix("is ")
    which = format_names([one.title for one in work])
    return task.confirm(f"A {work[0].kind} can't be archived. Shall I mark {which} as {done}?")


def with_note(answer: Answer, items: Sequence[Item]) -> Answer:
    """Return what was done, with what it means for a project."""
    of_project = any(one.kind == PROJECT for one in items)
    return replace(answer, text=f"{answer.text} {_PROJECTS_STAY}") if of_project else answer


LEFT_OPEN = Answer(LEFT)
