"""Finds the things that an operation is about: by name, by place in a list, or by pointing at them."""

from collections.abc import Callable, Sequence

from agents.plans.by_rules.work import Shown
from agents.runs.by_rules.workspace.matching import meant, named_in, ordinal, parts_of
from agents.runs.by_rules.workspace.situation import Situation, Unclear, beyond
from agents.runs.by_rules.workspace.things import Thing, load_stock
from agents.workspace.naming import significant_words
from agents.workspace.reading.wishes import Reference

Wanted = Callable[[Thing], bool]
_ANY: Wanted = lambda thing: True  # noqa: E731


def the_one(
    at: Situation, reference: Reference, name: str, wanted: Wanted = _ANY, project: str = ""
) -> Thing:
    """Return the one thing that is meant; `wanted` tells those apart for which the wish makes sense.

    Raises Unclear where there is none, or where several fit and the question `name` is not answered.
    """
    found = _fitting(at, reference, project)
    if not found:
        raise _not_there(at, reference)
    return _chosen(at, found, name, wanted)


def all_meant(
    at: Situation, reference: Reference, name: str, wanted: Wanted, project: str = ""
) -> list[Thing]:
    """Return the things that are meant, more than one where the words list several names. Raises Unclear."""
    found = _fitting(at, reference, project)
    if found:
        return [_chosen(at, found, name, wanted)]
    parts = [Reference(part, reference.kind) for part in parts_of(reference.words)]
    if len(parts) < 2:
        raise _not_there(at, reference)
    return [the_one(at, part, f"{name}-{place}", wanted, project) for place, part in enumerate(parts)]


def _chosen(at: Situation, found: Sequence[Thing], name: str, wanted: Wanted) -> Thing:
    sensible = [one for one in found if wanted(one)]
    options = sensible or list(found)
    return options[0] if len(options) == 1 else at.ask(name, options, "Which one do you mean?")


def _fitting(at: Situation, reference: Reference, project: str) -> list[Thing]:
    if reference.kind == "project":
        return _projects(at, reference)
    things = at.things
    if project:
        home = at.project(project)
        things = [one for one in things if one.project_id == home.id]
    if not reference.words:
        return _pointed_at(at, reference.kind, things)
    place = ordinal(reference.words)
    if place is not None:
        return _at_place(at, place, reference.kind)
    return meant(reference, things) or _without_project_words(at, reference, things)


def _projects(at: Situation, reference: Reference) -> list[Thing]:
    if not reference.words:
        return [at.project()]
    found = meant(reference, at.stock.projects)
    about = at.about
    if about and found and about not in found:
        raise Unclear(Shown(beyond(about.title, found[0].title)))
    return found


def _pointed_at(at: Situation, kind: str, things: Sequence[Thing]) -> list[Thing]:
    """Return what 'it' or 'the task' points at: the thing in focus, what was told of last, the only one."""
    focused = at.focused()
    if focused and kind in ("", focused.kind):
        return [focused]
    of_kind = [one for one in things if one.kind == kind and one.is_open] if kind else []
    return at.still(at.touched, kind) or of_kind or at.still(at.listed, kind)


def _at_place(at: Situation, place: int, kind: str) -> list[Thing]:
    listed = at.still(at.listed, kind)
    return [listed[place]] if -1 <= place < len(listed) else []


def _without_project_words(at: Situation, reference: Reference, things: Sequence[Thing]) -> list[Thing]:
    """Return what is meant where the words name its project too: 'the review in Launch'."""
    for project in named_in(reference.words, at.stock.projects):
        of_project = significant_words(project.title)
        rest = [word for word in reference.words.split() if not significant_words(word) <= of_project]
        inside = [one for one in things if one.project_id == project.id]
        if found := meant(Reference(" ".join(rest), reference.kind), inside):
            return found
    return []


def _not_there(at: Situation, reference: Reference) -> Unclear:
    """Say that nothing fits: it is in another project, was not said, or is nowhere."""
    about = at.about
    if not reference.words or ordinal(reference.words) is not None:
        kind = reference.kind or "thing"
        return Unclear(Shown(f"I do not know which {kind} you mean. Say its name; nothing was changed."))
    elsewhere = meant(reference, load_stock(at.access).things) if about else []
    if about and elsewhere:
        return Unclear(Shown(beyond(about.title, elsewhere[0].title)))
    return at.nothing_called(reference)
