"""Determines the project: the named one, the conversation's, or the one that has the things at hand."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from agents.handlers.items import PROJECT, Item, load_items
from agents.handlers.references.at_hand import homes_touched, projects_named_last
from agents.handlers.references.which_thing import OFFERED, choose_option
from agents.handlers.task import NoSuchTarget, Task
from intent.commands import Reference
from intent.commands.choices import chosen_index
from intent.sentences.titles import find_by_title, significant_words
from intent.slots.names import best_names
from omniforge.english import capital
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

Choices = Sequence[tuple[str, str]]
_UNNAMED = "General"  # a first project that nobody named


async def project_for(task: Task, name: str, more: Choices = ()) -> Item:
    """Return the project to work in: the named one, the only one, or that of focus, last change or talk.

    `more` are choices beside the projects, if none has the name.
    """
    projects = await in_database(load_items, task.pack.access, (PROJECT,))
    if not projects:
        raise NoSuchTarget("There's no project yet. Say “create a project called …” first.")
    found = find_by_title(name, projects) if name else await _at_hand(task, projects)
    if len(found) == 1 and not task.answer_to("project"):
        return require_in_project(task, found)[0]
    lead = (
        f"There's no project “{plain(name)}”. Which one do you mean?"
        if name and not found
        else "In which project?"
    )
    near = found or (near_names(name, projects) if name else []) or projects
    near = projects if task.answer_to("project") else near
    return choose_option(task, near, "project", lead, more if name and not found else ())


async def project_for_new(task: Task, name: str) -> Item:
    """Return the project for something new. If there is none yet, create it, as named or as “General”.

    If only the named one is missing, making it is one of the choices.
    """
    named = capital(name)
    make: Choices = [(f"Make {named}", "new project")] if name else ()
    answer = task.answer_to("project")
    is_missing = not await in_database(load_items, task.pack.access, (PROJECT,))
    if is_missing or (answer and chosen_index(answer, make) is not None):
        task.began = named or _UNNAMED
        fields = {"title": task.began}
        await task.call("change", operations=[{"op": "create", "kind": PROJECT, "fields": fields}])
        return find_by_title(task.began, await in_database(load_items, task.pack.access, (PROJECT,)))[0]
    return await project_for(task, name, make)


def format_began(task: Task) -> str:
    """Return a sentence on the project that was created for what the command adds, empty if it was there."""
    if not task.began:
        return ""
    rename = " To rename it, say “rename General to …”." if task.began == _UNNAMED else ""
    return f" That project is new.{rename}"


def project_id_for(task: Task, name: str) -> UUID | None:
    """Return the named project's id, else the conversation's, or None for all."""
    if not name:
        return task.pack.focus.project_id
    return find_home(task, name).id


def find_home(task: Task, name: str) -> Item:
    """Return the named project. Raises NoSuchTarget."""
    projects = load_items(task.pack.access, (PROJECT,))
    found = find_by_title(name, projects) or find_by_title(name.removesuffix("'s"), projects)
    if len(found) != 1:
        raise NoSuchTarget(f"There's no project called “{plain(name)}”.")
    return found[0]


def called_after(reference: Reference) -> Reference | None:
    """Return "Bell's project" as the one with Bell in its name, as no project has an assignee."""
    whose = [str(one.value) for one in reference.conditions if one.field == "assignee" and not one.negated]
    is_one = reference.kind == PROJECT and not (reference.name or reference.is_plural)
    if not (is_one and len(whose) == len(reference.conditions) == 1):
        return None
    return replace(reference, name=whose[0], full=whose[0], conditions=())


def require_in_project(task: Task, items: Sequence[Item]) -> Sequence[Item]:
    """Return the things. Raises InvalidInput if they would change and are in another project."""
    about = task.pack.focus.project_id
    beyond = [one for one in items if task.writes and about not in (None, one.home)]
    made = {one.id for one in task.run.touched}
    if beyond and not all(str(one.home) in made for one in beyond):
        where = (
            f"That is in **{plain(beyond[0].home_name)}**, and this conversation is about another project."
        )
        raise InvalidInput(f"{where} Nothing was changed. Open that project and say it there.")
    task.about[:] = [one.kept for one in items]
    return items


async def _at_hand(task: Task, projects: Sequence[Item]) -> Sequence[Item]:
    """Return the conversation's project, that of the last change, or the one named last, or all."""
    focus = task.pack.focus.project_id
    if focus or len(projects) == 1:
        return [one for one in projects if one.id == (focus or one.id)]
    touched = await in_database(homes_touched, task, projects)
    named = touched or projects_named_last(task, projects)
    return named if len(named) == 1 else projects


def near_names(name: str, items: Sequence[Item]) -> list[Item]:
    titles = [match.name for match in best_names(name, [one.title for one in items], most=OFFERED)]
    return [one for title in titles for one in items if one.title == title][:OFFERED]


def find_by_word(name: str, items: Sequence[Item]) -> list[Item]:
    """Return the one thing with a significant word in the name: 'the letter to the donors'."""
    said = {one for one in significant_words(name) if not one.isdigit()}  # a figure names nothing
    found = [one for one in items if said & significant_words(one.title)]
    return found if len(found) == 1 else []
