"""What rules list of projects: things of a kind, or which of those listed last are in a state."""

from collections.abc import Sequence

from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.narrowing import is_in_state, of_kind_in_state, scope_of
from agents.runs.by_rules.workspace.situation import Situation
from agents.runs.by_rules.workspace.telling import WORK, by_day, listing
from agents.runs.by_rules.workspace.things import Thing
from agents.runs.context import RunContext
from agents.workspace.reading.wishes import Look

_ALL = "all of them"
_EACH = (_ALL, "all", "both", "every project")


def tell_list(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List the things of a kind, or the projects. Raises Unclear where several projects could be meant."""
    kind = wanted.target.kind
    if kind == "project":
        projects = at.stock.projects
        lead = "These are the projects:" if projects else "There is no project here yet."
        return listing(run, at, lead, [("", projects)])
    things = of_kind_in_state(_of_one_project(at, wanted, kind), kind, wanted.state)
    if wanted.priority:
        things = [one for one in things if one.is_open and (one.priority or 9) <= wanted.priority]
    lead = _counted(things, _plural(wanted))
    if kind not in WORK:
        return listing(run, at, lead, [("", things)])
    groups = by_day(at, [one for one in things if one.is_open])
    return listing(run, at, lead, [*groups, ("Ended", [one for one in things if not one.is_open])])


def _plural(wanted: Look) -> str:
    what = f"{wanted.target.kind or 'thing'}s"
    said = (wanted.state.replace("_", " "), "important" if wanted.priority else "", what)
    return " ".join(word for word in said if word)


def tell_these(run: RunContext, at: Situation, wanted: Look) -> Shown:
    """List what was listed or made last, as far as it is in the state that is asked about."""
    listed = at.still(at.listed) or at.still(at.touched)
    if not listed:
        return Shown("I do not know which things you mean: nothing was listed here yet.")
    found = [one for one in listed if is_in_state(at, one, wanted.state)]
    state = wanted.state.replace("_", " ") or "there"
    lead = f"Of these {len(listed)}, {len(found) or 'none'} {'is' if len(found) < 2 else 'are'} {state}"
    return listing(run, at, f"{lead}{':' if found else '.'}", [("", found)])


def _of_one_project(at: Situation, wanted: Look, kind: str) -> Sequence[Thing]:
    """Return the things of the project that is meant; where several have such things, ask which."""
    if at.about or wanted.project:
        return scope_of(at, wanted)
    having = {one.project_id for one in at.stock.things if kind in ("", one.kind)}
    projects = [one for one in at.stock.projects if one.id in having]
    if len(projects) < 2 or at.said.get("project", "").strip(" .!").lower() in _EACH:
        return at.stock.things
    project = at.ask("project", projects, f"Of which project? Say its name, or '{_ALL}'.")
    return at.stock.within(project.id).things


def _counted(things: Sequence[Thing], plural: str) -> str:
    if not things:
        return f"There are no {plural}."
    return f"{len(things)} {plural if len(things) != 1 else plural[:-1]}:"
