"""A project's latest changes: time, person, agent, and each value before and after."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from agents.context.changers import changers_of
from agents.tools.changing.outcome_rows import differences
from agents.tools.context import CallContext
from omniforge.projects.models import Action, Project, Version
from omniforge.projects.selectors import history
from omniforge.projects.titles import Title, titles_of


class Latest(NamedTuple):
    """One line per person and minute, newest first, and the things whose values appear in them."""

    lines: list[str]
    things: list[UUID]
    has_earlier: bool


class _Deed(NamedTuple):
    """One change. `at` is rounded to the minute, so that simultaneous changes share a line."""

    at: str
    who: str
    what: str
    thing: UUID
    has_values: bool


def latest_changes(context: CallContext, project: Project, most: int) -> Latest:
    """Return a project's latest changes. Links are reported with the things they connect."""
    changes, titles = history(context.access, project.pk).exclude(entity_type="edge"), titles_of(project)
    versions = list(changes[: most + 1])
    who = changers_of(context.access, versions)
    deeds = [deed for one in versions[:most] for deed in _deeds(one, titles, who(one), context)]
    lines = [
        f"{at} {who}: {'; '.join(one.what for one in done)}"
        for (at, who), done in groupby(deeds, key=lambda one: (one.at, one.who))
    ]
    things = [one.thing for one in deeds if one.has_values]
    return Latest(lines, things, has_earlier=len(versions) > most)


def _deeds(version: Version, titles: Mapping[UUID, Title], who: str, context: CallContext) -> Iterator[_Deed]:
    """Yield the changes of a version, none for a version that only stores the tree of documents."""
    values = ", ".join(f"{name} {said}" for name, said in differences(version)) if _is_update(version) else ""
    if values or not _is_update(version):
        at = version.created_at.astimezone(context.now.tzinfo)
        what = f"{version.action} {_thing(version, titles)}{f' ({values})' if values else ''}"
        yield _Deed(f"{at:%Y-%m-%d %H:%M}", who, what, version.entity_id, bool(values))


def _thing(version: Version, titles: Mapping[UUID, Title]) -> str:
    """Name what was changed. A moved document is stored as a change of its project."""
    if version.action == Action.MOVE:
        moved = titles.get(UUID(version.place["document"]))
        return f"document '{moved.title}'" if moved else "a document that is gone"
    return f"{version.entity_type} '{version.name}'"


def _is_update(version: Version) -> bool:
    return version.action == Action.UPDATE
