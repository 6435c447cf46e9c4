"""What rules tell of what is due, and of who has to do it."""

from collections.abc import Iterable
from dataclasses import replace

from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.narrowing import is_due, is_in_state, narrowed, say_days, scope_of
from agents.runs.by_rules.workspace.people import assigned, by_person
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.telling import AHEAD, WORK, by_day, listing, when
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import EACH, ME, NOBODY, Look
from omniforge.database import in_database


def tell_due(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List what is due on the days that are asked about, what is late, or what comes next."""
    things = narrowed(at, scope_of(at, wanted), replace(wanted, state="", days=None))
    found, span = _due_then(at, [one for one in things if one.due_on], wanted)
    return listing(run, at, f"This is {span}:" if found else f"Nothing is {span}.", by_day(at, found))


def _due_then(at: Situation, dated: Iterable[Thing], wanted: Look) -> tuple[list[Thing], str]:
    """Return what is due on the days that are asked about, and how these are said."""
    if wanted.state == "overdue":
        return [one for one in dated if is_in_state(at, one, "overdue")], "overdue"
    if wanted.days:
        return [one for one in dated if is_due(one, wanted.days)], say_days(at, wanted).removeprefix(" and ")
    return [one for one in dated if when(one) <= at.today + AHEAD], "due within two weeks"


async def tell_whose(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List what somebody has to do: what is open, or in the state or due on the days that are asked about."""
    things = narrowed(at, [one for one in scope_of(at, wanted) if one.kind != "document"], wanted)
    if wanted.who == EACH:
        groups = await in_database(by_person, at.access, [one for one in things if one.kind in WORK])
        return listing(run, at, "This is open, by person:" if groups else "Nothing is open.", groups)
    found = await in_database(assigned, at.access, things, wanted.who)
    assignment = f"is assigned to {'you' if wanted.who == ME else plain(wanted.who)}{say_days(at, wanted)}"
    if found:
        return listing(run, at, f"This {assignment}:", by_day(at, found))
    nothing = f"{_none(wanted)} {assignment}."
    free = await in_database(assigned, at.access, things, NOBODY) if wanted.who == ME else []
    return listing(run, at, f"{nothing} This is nobody's:" if free else nothing, by_day(at, free))


def _none(wanted: Look) -> str:
    what = f"{wanted.state.replace('_', ' ')} {wanted.target.kind}".strip()
    return f"No {what}" if what else "Nothing"
