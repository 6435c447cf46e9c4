"""Which things of projects a question is about: of a project, of a kind, in a state, due on some days."""

from collections.abc import Iterable, Sequence

from agents.compute.spoken_days import SpokenDays
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.steps import say_due
from agents.runs.by_rules.workspace.things import Thing
from agents.workspace.reading.vocabulary import state_for
from agents.workspace.reading.wishes import Look


def scope_of(at: Situation, wanted: Look) -> Sequence[Thing]:
    """Return the things that are asked about: of the project that is named or talked about, else all."""
    project = project_of(at, wanted)
    return at.stock.within(project.id).things if project else at.stock.things


def project_of(at: Situation, wanted: Look) -> Thing | None:
    """Return the project that is named, else the one that is talked about, if any. Raises Unclear."""
    return at.project(wanted.project) if wanted.project else at.about


def narrowed(at: Situation, things: Sequence[Thing], wanted: Look) -> list[Thing]:
    """Return the things of the kind, in the state and due on the days that are asked about; else the open."""
    of_kind = [one for one in things if wanted.target.kind in ("", one.kind)]
    states = [one for one in of_kind if is_in_state(at, one, wanted.state or "open")]
    return [one for one in states if is_due(one, wanted.days)] if wanted.days else states


def of_kind_in_state(things: Iterable[Thing], kind: str, state: str) -> list[Thing]:
    """Return the things of a kind, or of all, in a state as people say it, or in any."""
    of_kind = [one for one in things if kind in ("", one.kind)]
    if state == "open":
        return [one for one in of_kind if one.is_open]
    return [one for one in of_kind if one.state == state_for(one.kind, state)] if state else of_kind


def is_in_state(at: Situation, thing: Thing, state: str) -> bool:
    """Return whether a thing is in a state as people say it; `overdue` is one too."""
    if state == "overdue":
        return thing.is_open and thing.due_on is not None and thing.due_on < at.today
    return bool(of_kind_in_state([thing], thing.kind, state))


def is_due(thing: Thing, days: SpokenDays) -> bool:
    """Return whether a thing is due on one of the days."""
    return thing.due_on is not None and days.first <= thing.due_on <= days.last


def say_days(at: Situation, wanted: Look) -> str:
    """Return when things are due that are asked about, after a space."""
    days = wanted.days
    if not days:
        return ""
    if days.number == 1:
        return f" and due on {say_due(days.first, at.today)}"
    until = say_due(days.last, at.today)
    return f" and due {'by' if days.first < at.today else f'from {say_due(days.first, at.today)} to'} {until}"
