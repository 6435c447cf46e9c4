"""Where a conversation about one project may write.

In that project, in one it has just created, and where the person's own message of this turn names the other
project or the thing in it: a text that was read can't.
"""

from collections.abc import Collection
from uuid import UUID

from agents.failures import ToolFailed
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import is_named_in
from intent.statements.pasted_texts import own_words
from omniforge.projects.models import Action, Version
from omniforge.projects.selectors import find_projects, get_project
from omniforge.tenants.access import Access


def was_made_in_turn(scope: Scope, thing_id: UUID) -> bool:
    """Return whether this turn created a thing."""
    made = Version.objects.filter(tenant_id=scope.access.tenant_id, turn_id=scope.turn_id)
    return made.filter(entity_id=thing_id, action=Action.CREATE).exists()


def made_by_turns(access: Access, turns: Collection[UUID], things: Collection[UUID]) -> frozenset[UUID]:
    """Return the things that these turns created and that nobody has changed otherwise since.

    A move to another project makes a thing anew: it counts only if what was moved did.
    """
    of_turns = list(Version.objects.filter(tenant_id=access.tenant_id, turn_id__in=turns))
    created = {one.entity_id: _made_as(one) for one in of_turns if one.action == Action.CREATE}
    versions = Version.objects.filter(tenant_id=access.tenant_id, entity_id__in=created)
    by_others = versions.exclude(turn_id__in=turns, changed_by_id=access.user_id)
    own = {*created}.difference(by_others.values_list("entity_id", flat=True))
    gone = [one for one in of_turns if one.action == Action.DELETE]
    while True:
        of_others = {_made_as(one) for one in gone if one.entity_id not in own}
        kept = {one for one in own if created[one] not in of_others}
        if kept == own:
            return frozenset(own.intersection(things))
        own = kept


def _made_as(version: Version) -> tuple[UUID | None, str, str]:
    return version.turn_id, version.entity_type, version.name


def require_inside(scope: Scope, project_id: UUID, title: str) -> None:
    """Raise ToolFailed if something lies outside the conversation's project."""
    about = scope.focus.project_id
    if about is None or about == project_id or was_made_in_turn(scope, project_id):
        return
    other = get_project(scope.access, project_id).name
    said = own_words(scope.words).partition("\n\n")[0]  # what is pasted mostly stands below
    if is_named_in(title, said) or _names_project(scope.access, other, said):
        return
    raise ToolFailed(
        f"This conversation is about '{get_project(scope.access, about).name}', and '{title}' is no part of "
        f"it. Leave it out unless the person names it or '{other}' in a message of their own: ask them.",
        outside=True,
    )


def _names_project(access: Access, name: str, said: str) -> bool:
    """Return whether a message has a project's name, or the word it begins with if no other one has that."""
    if is_named_in(name, said):
        return True
    first = name.split()[0]
    if not (first.isalpha() and is_named_in(first, said)):
        return False
    names = find_projects(access).values_list("name", flat=True)
    return sum(is_named_in(first, one) for one in names) == 1
