"""Lists of tasks, goals, plans, milestones, risks and requirements.

Conditions on plain columns are applied in SQL, those on encrypted ones after decryption.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from agents.tools.assignees import is_me, is_person, own_names, words_of_name
from agents.tools.context import CallContext
from agents.tools.listers.listed import EVERYWHERE, Listed, Wanted
from agents.tools.named_things import IN_PROJECTS, PROJECT
from agents.tools.resolver import Resolver
from agents.tools.rows import Row, entity_row, links_of_many
from intent.sentences.titles import normalise
from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Entity
from omniforge.projects.selectors import edges_of, find_entities
from omniforge.tenants.access import Access

CONDITIONS = (
    "state",
    "assignee",
    "due_before",
    "due_after",
    "overdue",
    "priority",
    "title",
    "linked_to",
)
_DUE, _URGENT = F("due_on").asc(nulls_last=True), F("priority").asc(nulls_last=True)
_ORDERS = {
    "due": (_DUE, _URGENT, "-updated_at", "-id"),
    "priority": (_URGENT, _DUE, "-updated_at", "-id"),
    "state": ("state", _DUE, "-id"),
    "updated": ("-updated_at", "-id"),
    "created": ("-created_at", "-id"),
    "title": ("id",),
    "assignee": (_DUE, _URGENT, "-updated_at", "-id"),
}
_ENCRYPTED: Mapping[str, Callable[[Entity], Any]] = {  # sorted after decryption
    "title": lambda one: normalise(one.title),
    "assignee": lambda one: (
        not one.fields.get("assignee"),
        normalise(str(one.fields.get("assignee") or "")),
    ),
}
_NOBODY = frozenset(("none", "nobody", "unassigned", "no one"))


def rows(wanted: Wanted, resolver: Resolver, context: CallContext) -> Listed:
    home = resolver.home(wanted.project)
    found = find_entities(context.access, Kind(wanted.kind)).select_related("project")
    found = found.filter(project_id=home.id) if home else found
    found = found.filter(*_in_sql(wanted, context.now.date(), resolver)).order_by(*_ORDERS[wanted.order])
    total, entities = _page(found, wanted, context.access)
    links = links_of_many(context.access, [one.pk for one in entities])

    def row(entity: Entity) -> Row:
        project = "" if home else entity.project.name
        return entity_row(entity, now=context.now, project=project, links=links.get(entity.pk, ()))

    return Listed(home.title if home else EVERYWHERE, [row(one) for one in entities], total)


def _in_sql(wanted: Wanted, today: date, resolver: Resolver) -> Iterator[Q]:
    rules, given = RULES[Kind(wanted.kind)], wanted.conditions
    states = given.states(rules.states, rules.ends, wanted.kind)
    if states is not None:
        yield Q(state__in=states)
    if given["overdue"]:
        yield Q(due_on__lt=today) & ~Q(state__in=rules.ends)
    if given["due_before"]:
        yield Q(due_on__lte=given["due_before"])
    if given["due_after"]:
        yield Q(due_on__gte=given["due_after"])
    if given["priority"]:
        yield Q(priority=given["priority"])
    if given["linked_to"]:
        yield Q(pk__in=linked_to(resolver, given["linked_to"], wanted.project))


def linked_to(resolver: Resolver, words: str, project: str) -> list[UUID]:
    """Return ids of what a thing is linked to, or what a project contains. Raises ToolFailed."""
    other = resolver.one(words, (*IN_PROJECTS, PROJECT), project)
    thing = other.id
    return [edge.other_end(thing)[1] for edge in edges_of(resolver.scope.access, thing)]


def _page(found: QuerySet[Entity], wanted: Wanted, access: Access) -> tuple[int, Sequence[Entity]]:
    first, last = wanted.start, wanted.start + wanted.limit
    opened, order = _once_opened(wanted, access), _ENCRYPTED.get(wanted.order)
    if not opened and order is None:
        return found.count(), list(found[first:last])
    fitting = [one for one in found if all(fits(one) for fits in opened)]
    if order:
        fitting.sort(key=order)
    return len(fitting), fitting[first:last]


def _once_opened(wanted: Wanted, access: Access) -> list[Callable[[Entity], bool]]:
    given, conditions = wanted.conditions, list[Callable[[Entity], bool]]()
    if given["title"]:
        conditions.append(lambda one: given.has_title(one.title))
    if given["assignee"]:
        conditions.append(assigned_to(given["assignee"], access))
    return conditions


def assigned_to(name: str, access: Access) -> Callable[[Entity], bool]:
    """Return a predicate: assigned to nobody, the person themselves, or anyone whose name contains `name`."""
    said = normalise(name)
    if said in _NOBODY:
        return lambda one: not one.fields.get("assignee")
    names = own_names(access) if is_me(said) else [words_of_name(said)]
    return lambda one: is_person(str(one.fields.get("assignee") or ""), names)
