"""Applies all of a question's conditions to things. A question with an unknown one is refused by name.

Things named in a condition, 'linked to the crane', are already resolved to an `Item` by `filter_by` of
`targets.py`.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime

from agents.handlers.items import Item, load_kept
from agents.handlers.references.named_in_front import is_theirs
from agents.handlers.references.named_last import resolve_possessive
from agents.handlers.task import NoSuchTarget, Task
from agents.handlers.work.states import has_state
from agents.handlers.work.threats import find_threatened
from agents.tools.assignees import own_names, words_of_name
from agents.tools.workspace.linked import links_of
from agents.tools.workspace.paths import placed_documents
from intent.commands import Condition
from intent.commands.types import SEVERAL, THEM
from intent.sentences.titles import significant_words
from omniforge.projects.selectors import find_edges, get_project

Fits = Callable[[Item], bool]
_LATE, _NEVER = date.max, date.min
_HIGH, _LOWEST = 2, 9  # top priority is also high
_ORDERS: dict[str, Callable[[Item], tuple[object, ...]]] = {
    "due": lambda one: (one.due or _LATE, one.priority or 9),
    "due_last": lambda one: (-(one.due or _NEVER).toordinal(), one.priority or 9),
    "next": lambda one: (one.due or _LATE, one.priority or 9),
    "priority": lambda one: (one.priority or 9, one.due or _LATE),
    "priority_last": lambda one: (-(one.priority or 0), one.due or _LATE),
    "title": lambda one: (one.title.casefold(),),
    "state": lambda one: (one.state, one.due or _LATE),
    "updated": lambda one: (-_stamp(one.updated),),
    "created": lambda one: (-_stamp(one.created),),
    "created_first": lambda one: (_stamp(one.created),),
}
BOUNDS = ("due_until", "due_before", "due_after")
_NEEDED = {  # fields that only some kinds have
    "assignee": ("document", "project"),
    "due": ("document", "project"),
    "due_until": ("document", "project"),
    "due_before": ("document", "project"),
    "due_after": ("document", "project"),
    "overdue": ("document", "project"),
    "priority": ("document", "project"),
    "state": ("document",),
    "at_risk": ("document", "project"),
}


def filter_items(task: Task, items: Sequence[Item], conditions: Sequence[Condition]) -> list[Item]:
    """Return the things that meet all conditions, in the requested order."""
    order = [one.value for one in conditions if one.field == "order"]
    found = list(items)
    for one in conditions:
        found = _held(task, found, one)
    return sorted(found, key=_ORDERS[order[0]]) if order else found


def _held(task: Task, items: Sequence[Item], condition: Condition) -> list[Item]:
    without = _NEEDED.get(condition.field, ())
    if items and all(one.kind in without for one in items):
        what = condition.field.partition("_")[0].replace("overdue", "due").replace("due", "due date")
        raise NoSuchTarget(f"A {items[0].kind} has no {what}, so I can't filter by it.")
    fits = _CONDITIONS[condition.field](task, condition)
    kept = [one for one in items if one.kind not in without]
    return [one for one in kept if fits(one) != condition.negated]


def _overdue(task: Task, condition: Condition) -> Fits:
    return lambda one: is_overdue(one, task.today)


def is_overdue(item: Item, today: date) -> bool:
    """Return whether it was due before today and isn't finished."""
    return item.due is not None and item.due < today and item.is_open


def _state(task: Task, condition: Condition) -> Fits:
    return lambda one: has_state(one, condition.value)


def _priority(task: Task, condition: Condition) -> Fits:
    if condition.value is None:
        return lambda one: one.priority is not None
    if condition.value == _HIGH:
        return lambda one: (one.priority or _LOWEST) <= _HIGH
    return lambda one: one.priority == condition.value


def _assignee(task: Task, condition: Condition) -> Fits:
    if condition.value in (None, "nobody"):
        nobody = condition.value == "nobody"
        return lambda one: bool(one.assignee) != nobody
    names = _names(task, condition.value)
    return lambda one: is_theirs(one, names)


def _names(task: Task, whose: str) -> list[frozenset[str]]:
    if whose == THEM:
        return resolve_possessive(task)
    if whose == "me":
        return own_names(task.pack.access)
    return [words_of_name(one) for one in whose.split(SEVERAL)]


def _dated(task: Task, condition: Condition) -> Fits:
    """Return a predicate that compares a thing's day with the condition's. Without a day nothing matches."""
    if condition.value in (None, "any"):
        return lambda one: one.due is not None
    field, fits = condition.field, _SPANS.get(condition.field, _within)
    return lambda one: (day := _day_of(one, field, task)) is not None and fits(day, *condition.value)


def _day_of(item: Item, field: str, task: Task) -> date | None:
    at = {"changed": item.updated, "created": item.created}.get(field)
    return at.astimezone(task.pack.now.tzinfo).date() if at else item.due if field in _OF_DUE else None


def _within(day: date, first: date, last: date) -> bool:
    return first <= day <= last


_OF_DUE = ("due", *BOUNDS)
_SPANS: dict[str, Callable[[date, date, date], bool]] = {
    "due_until": lambda day, first, last: day <= last,
    "due_before": lambda day, first, last: day < first,
    "due_after": lambda day, first, last: day > last,
}


def _text(task: Task, condition: Condition) -> Fits:
    words = significant_words(condition.value)
    return lambda one: bool(words) and words <= significant_words(f"{one.title} {one.text}")


def _linked(task: Task, condition: Condition) -> Fits:
    ids = {link.id for link in links_of(task.pack.access, condition.value.id)}
    return lambda one: str(one.id) in ids


def _linked_at_all(task: Task, condition: Condition) -> Fits:
    ends = find_edges(task.pack.access).values_list("source_id", "target_id")
    ids = {one for pair in ends for one in pair}
    return lambda one: one.id in ids


def _relates(task: Task, condition: Condition) -> Fits:
    """Return whether something threatens, blocks or supports anything."""
    ids = {*find_edges(task.pack.access).filter(relation=condition.value).values_list("source_id", flat=True)}
    return lambda one: one.id in ids


def _under(task: Task, condition: Condition) -> Fits:
    top: Item = condition.value
    placed = list(placed_documents(get_project(task.pack.access, top.home)))
    above = next((one.path for one in placed if one.id == top.id), None)
    ids = {one.id for one in placed if above and one.id != top.id and one.path[: len(above)] == above}
    return lambda one: one.id in ids


def _is(task: Task, condition: Condition) -> Fits:
    return lambda one: one.id == condition.value.id


def _at_risk(task: Task, condition: Condition) -> Fits:
    ids = find_threatened(task.pack.access)
    return lambda one: one.id in ids or is_overdue(one, task.today)


def _order(task: Task, condition: Condition) -> Fits:
    if condition.value != "next":
        return lambda one: True
    return lambda one: one.due is None or one.due >= task.today


def _here(task: Task, condition: Condition) -> Fits:
    """Return a predicate for 'in this project'. A change outside of one is for that of the last change."""
    if not task.writes or task.pack.focus.project_id:
        return _any(task, condition)
    homes = {one.home for one in load_kept(task.pack.access, task.run.touched or task.pack.dialogue.touched)}
    if len(homes) != 1:
        raise NoSuchTarget("Say which project you mean, with its name.")
    return lambda one: one.home in homes


def _any(task: Task, condition: Condition) -> Fits:
    return lambda one: True


def _stamp(at: datetime | None) -> float:
    return at.timestamp() if at else 0.0


_CONDITIONS: dict[str, Callable[[Task, Condition], Fits]] = {
    "overdue": _overdue,
    "state": _state,
    "priority": _priority,
    "assignee": _assignee,
    **dict.fromkeys((*_OF_DUE, "changed", "created"), _dated),
    "text": _text,
    "linked": _linked,
    "linked_at_all": _linked_at_all,
    "relates": _relates,
    "under": _under,
    "is": _is,
    "at_risk": _at_risk,
    "order": _order,
    "here": _here,
    "everywhere": _any,
}
