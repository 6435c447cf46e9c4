"""Carries out a wish by rules: finds what is meant, asks where that is not clear, and plans the calls.

What is done follows from the person's own words alone; nothing that stands in the projects decides anything.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.events import Expected
from agents.plans.by_rules.work import Known, Missing, Shown
from agents.plans.plan import Plan, Stage, Step
from agents.runs.by_rules.workspace import steps
from agents.runs.by_rules.workspace.answers import tell
from agents.runs.by_rules.workspace.merging import merge
from agents.runs.by_rules.workspace.organizing import organize
from agents.runs.by_rules.workspace.pointing import all_meant, the_one
from agents.runs.by_rules.workspace.situation import Situation, Unclear
from agents.runs.by_rules.workspace.things import Thing, load_stock
from agents.runs.by_rules.workspace.values import new_values, with_assignee
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.workspace.commission import goes_on
from agents.workspace.reading import read_wish
from agents.workspace.reading.vocabulary import state_for
from agents.workspace.reading.wishes import Reference, Wish, WishedOperation
from agents.workspace.taking_back import NOTHING_CHANGED
from omniforge.database import in_database
from omniforge.projects.kinds import Kind

_IN_MIND = "I keep this in mind, and make nothing yet: *{}*. Say 'go ahead' to have it done, or 'never mind'."
Found = Sequence[Step]


async def carry_out_wish(run: RunContext, known: Known) -> Plan | Missing | Shown:
    """Return the calls that the message's wish comes to, a question, or what there is to tell.

    Raises ToolFailed.
    """
    pack = run.pack
    wish = read_wish(pack.message, known.today)
    if wish.thought:
        return Shown(_IN_MIND.format(plain(wish.thought)))
    if wish.undoes and not pack.dialogue.changed_turns:
        return Shown(NOTHING_CHANGED)
    run.tainted = pack.delegated  # else the words are the person's own, whatever files or lists stand by
    project, documents = pack.focus.project_id, wish.may_mean_documents
    stock = await in_database(load_stock, pack.access, project, documents=documents)
    kept = pack.dialogue
    at = Situation(
        pack.access, pack.message, known.today, stock, pack.focus, kept.listed, kept.touched, known.said
    )
    try:
        if wish.look:
            return await tell(run, at, wish.look)
        return await in_database(_plan, at, wish)
    except Unclear as unclear:
        return unclear.answer


def _plan(at: Situation, wish: Wish) -> Plan:
    found: list[Step] = []
    for place, one in enumerate(_reconsidered(at, wish.operations)):
        if one.action == "organize":
            found += organize(at, at.project(one.project))
        else:
            found += _ACTIONS[one.action](at, one, str(place))
    numbered = [replace(step, id=f"s{number}") for number, step in enumerate(found, 1)]
    goal = numbered[0].title if len(numbered) == 1 else f"{len(numbered)} changes"
    return Plan(goal, (Stage("work", "Work", "sequence", tuple(numbered)),))


def _reconsidered(at: Situation, operations: Sequence[WishedOperation]) -> Sequence[WishedOperation]:
    """Return the operations, of another kind where an answer said so: 'make this a task instead'."""
    for answer in at.said.values():
        for other in read_wish(answer, at.today).operations:
            if other.action == "create" and other.other == Reference() and operations[0].action == "create":
                return [replace(one, target=replace(one.target, kind=other.kind)) for one in operations]
    return operations


def _create(at: Situation, wished: WishedOperation, place: str) -> Found:
    one = _located(at, wished)
    kind = one.kind
    title = one.name or _title_from(at, one, place)
    if kind == "project":
        return [_project(at, title, one.fields)]
    project = at.project(one.project)
    if kind not in (Kind.DOCUMENT, "project"):
        _require_new(at, kind, title, project)
    fields = with_assignee(at, one.fields)
    if one.other and one.other.words:
        inside = replace(at, focus=replace(at.focus, project_id=project.id, thing_id=None))
        fields["parent"] = steps.called(
            at, the_one(inside, Reference(one.other.words, "document"), f"parent-{place}")
        )
    return [steps.creation(at, kind, title, project, fields)]


def _located(at: Situation, one: WishedOperation) -> WishedOperation:
    """Return it with the project that its name ends with, where there is one: 'call the press in Launch'."""
    for project in at.stock.projects if one.kind != "project" else ():
        if found := re.fullmatch(rf"(.+?)\s+in\s+(?:the\s+)?{re.escape(project.title)}", one.name, re.I):
            return replace(one, target=replace(one.target, words=found[1]), project=project.title)
    return one


def _title_from(at: Situation, one: WishedOperation, place: str) -> str:
    """Return the name of a new thing: what it is made from, or what was answered. Raises Unclear."""
    touched = at.still(at.touched)
    if one.other == Reference() and len(touched) == 1:
        return touched[0].title
    name = f"title-{place}-{one.kind}"  # so that what was answered before the kind was changed stays known
    answer = at.said.get(name, "").strip(" .\"'")
    if answer and not goes_on(answer) and not read_wish(answer, at.today).operations:
        return answer
    lead = (
        " I can make it and keep it; for the text itself a model is needed."
        if one.fields.get("description")
        else ""
    )
    raise Unclear(Missing(name, f"What shall the {one.kind} be called?{lead}", free=True))


def _project(at: Situation, title: str, fields: Mapping[str, Any]) -> Step:
    context = {"context": at.message}  # in the person's own words (seed 003, section 9.6)
    told = f"Created the project **{plain(title)}**."
    description = {"description": fields["description"]} if fields.get("description") else {}
    arguments = {"name": title, **description, **context}
    expects = Expected(f"There is the project {title}", type="project")
    return steps.step("create_project", f"Create the project {title}", told, arguments, expects)


def _require_new(at: Situation, kind: str, title: str, project: Thing) -> None:
    """Raise Unclear where an open thing of this name is there already: a second one is hardly meant."""
    for one in at.stock.within(project.id).things:
        if one.kind == kind and one.is_open and one.title.casefold() == title.casefold():
            raise Unclear(Shown(f"There is such a {kind} already, so nothing was added: {at.line(one)}."))


def _update(at: Situation, one: WishedOperation, place: str) -> Found:
    def changes(thing: Thing) -> bool:
        state = one.fields.get("state")
        if state is None:
            return thing.is_open
        return thing.state != state_for(thing.kind, state)

    things = all_meant(at, one.target, f"which-{place}", changes, one.project)
    return [steps.update(at, thing, new_values(at, thing, one, place)) for thing in things]


def _write(at: Situation, one: WishedOperation, place: str) -> Found:
    document = the_one(at, one.target, f"which-{place}", project=one.project)
    return [steps.writing(at, document, one.fields)]


def _undo(at: Situation, one: WishedOperation, place: str) -> Found:
    return [steps.step("undo_changes", "Take back the last changes", "", {})]


def _delete(at: Situation, one: WishedOperation, place: str) -> Found:
    things = all_meant(at, one.target, f"which-{place}", lambda thing: True, one.project)
    if any(thing.kind == "project" for thing in things):
        raise Unclear(
            Shown("A project is deleted on its own page, with all that is in it. Nothing was changed.")
        )
    return [steps.deletion(at, thing) for thing in things]


def _move(at: Situation, one: WishedOperation, place: str) -> Found:
    where = one.other or Reference()
    if where.kind == "project":
        raise Unclear(
            Shown("Things stay in their project: I can move documents within it. Nothing was changed.")
        )
    document = the_one(at, replace(one.target, kind="document"), f"which-{place}", project=one.project)
    if not where.words:
        return [steps.move(at, document, "", "to the top")]
    inside = replace(at, focus=replace(at.focus, project_id=document.project_id, thing_id=None))
    parent = the_one(
        inside, replace(where, kind="document"), f"where-{place}", lambda thing: thing != document
    )
    return [steps.move(at, document, steps.called(at, parent), f"below **{plain(parent.title)}**")]


def _link(at: Situation, one: WishedOperation, place: str) -> Found:
    first = the_one(at, one.target, f"which-{place}", project=one.project)
    inside = replace(at, focus=replace(at.focus, project_id=first.project_id, thing_id=None))
    second = the_one(inside, one.other or Reference(), f"other-{place}", lambda thing: thing != first)
    return [steps.linking(at, one.action, first, second)]


_ACTIONS: Mapping[str, Callable[[Situation, WishedOperation, str], Found]] = {
    "create": _create,
    "update": _update,
    "delete": _delete,
    "move": _move,
    "link": _link,
    "unlink": _link,
    "merge": merge,
    "write": _write,
    "undo": _undo,
}
