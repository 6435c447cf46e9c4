"""What the fields of a thing become: as its kind has them, or asked for, or refused in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from agents.compute.spoken_days import find_spoken_days
from agents.plans.by_rules.work import Missing, Shown
from agents.runs.by_rules.workspace.people import name_of
from agents.runs.by_rules.workspace.situation import Situation, Unclear
from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from agents.workspace.reading.vocabulary import state_for, states_of
from agents.workspace.reading.wishes import WishedOperation

_ME = ("me", "myself")
_FIELDS = {"document": {"title", "description"}, "project": {"title", "description", "state"}}
_OF_ENTITIES = {"title", "description", "state", "priority", "due_on", "fields"}


def new_values(at: Situation, thing: Thing, one: WishedOperation, place: str) -> dict[str, Any]:
    """Return the new values as this kind of thing takes them. Raises Unclear where it has no such field."""
    fields = dict(one.fields)
    if one.asks == "due_on":
        fields["due_on"] = _answered_day(at, f"due-{place}", thing)
    if "assignee" in fields and thing.kind in _FIELDS:
        raise Unclear(Shown(f"A {thing.kind} is nobody's in particular, so it cannot be assigned."))
    fields = with_assignee(at, fields)
    if later := fields.pop("due_in", None):
        fields["due_on"] = (thing.due_on or at.today) + later
    if "state" in fields:
        fields["state"] = _state(thing, fields["state"])
    allowed = _FIELDS.get(thing.kind, _OF_ENTITIES)
    if not fields or set(fields) - allowed:
        raise Unclear(Shown(_cannot(thing, allowed)))
    return fields


def with_assignee(at: Situation, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields as a thing keeps them: whom it is assigned to is a name in a field of its kind."""
    others = {name: value for name, value in fields.items() if name != "assignee"}
    if "assignee" not in fields:
        return others
    who = fields["assignee"]
    return {**others, "fields": {"assignee": name_of(at.access) if who.lower() in _ME else who}}


def _state(thing: Thing, general: str) -> str:
    state, states = state_for(thing.kind, general), states_of(thing.kind)
    if state:
        return state
    if not states:
        raise Unclear(
            Shown(f"A {thing.kind} has no state, so nothing was changed. It can be moved or deleted.")
        )
    possible = ", ".join(one.replace("_", " ") for one in states)
    raise Unclear(Shown(f"A {thing.kind} can be: {possible}. Nothing was changed; say which of these."))


def _cannot(thing: Thing, allowed: set[str]) -> str:
    known = {"title": "name", "due_on": "due date", "fields": "assignee"}
    can = ", ".join(
        known.get(name, name)
        for name in ("title", "description", "state", "priority", "due_on", "fields")
        if name in allowed
    )
    return (
        f"By rules I can change of **{plain(thing.title)}**: {can}. Nothing was changed. To write or rewrite "
        "its text a language model is needed, or you edit it on its page."
    )


def _answered_day(at: Situation, name: str, thing: Thing) -> date:
    days = find_spoken_days(at.said.get(name, ""), at.today)
    if days is None:
        raise Unclear(Missing(name, f"To which day shall I move **{plain(thing.title)}**?"))
    return days.last
