"""Changes of projects and of what is in them as rows: what was done, moves, links and undos included."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from uuid import UUID

from agents.context.changers import changers_of
from agents.tools.changing.gone_with import gone_with_each
from agents.tools.changing.outcome_rows import differences
from agents.tools.context import CallContext
from agents.tools.listers.undone import Undoing
from agents.tools.rows import Row, drop_empty, local, shorten
from omniforge.projects.models import Action, Version
from omniforge.projects.selectors import titles_of_things

_LINK = "edge"
_END = 60  # characters of the title of a link's end, which is no text that could hold orders


def project_changes(versions: Sequence[Version], undoing: Undoing, context: CallContext) -> Iterator[Row]:
    """Yield what was done, newest first as given, without empty changes and links that went with a thing."""
    things = [one for one in versions if one.entity_type != _LINK]
    moves, back = _moves(things), set[UUID]()
    gone = {one.pk for one in moves.values()}
    who = changers_of(context.access, versions)
    with_it = gone_with_each(context.access, [one for one in things if one.action == Action.DELETE])
    about = _links(versions, context) | _places(things, context)
    for version in versions:
        if version.action == Action.RESTORE:
            back.add(version.entity_id)
        values = [f"{name}: {said}" for name, said in differences(version)]
        if version.pk in gone or not _tells(version, values, about):
            continue
        row = _row(version, values, who(version), context) | about.get(version.pk, {})
        if old := moves.get(version.pk):
            row |= {"did": "moved", "from": old.project.name}
        is_back = version.action == Action.DELETE and version.entity_id in back
        yield row | drop_empty(
            {
                "with_it": with_it.get(version.pk),
                "since": "restored" if is_back else "",
                "undo": undoing(version.turn_id, version.created_at) or None,
            }
        )


def _tells(version: Version, values: Sequence[str], about: Mapping[UUID, Row]) -> bool:
    if version.entity_type == _LINK:
        return version.pk in about
    return bool(values) or version.action != Action.UPDATE


def _row(version: Version, values: list[str], who: str, context: CallContext) -> Row:
    return drop_empty(
        {
            "id": str(version.entity_id),
            "at": local(version.created_at, context.now),
            "by": who,
            "did": f"{version.action}d",
            "kind": version.entity_type,
            "title": version.name,
            "project": version.project.name if version.entity_type != "project" else "",
            "changed": values if version.action == Action.UPDATE else [],
        }
    )


def _moves(things: Sequence[Version]) -> Mapping[UUID, Version]:
    """Return the creations that moved a thing to another project, each with the deletion of the old one."""
    ends = [one for one in things if one.action in (Action.CREATE, Action.DELETE)]
    return {
        made.pk: old
        for old, made in pairwise(ends)  # newest first
        if (old.action, made.action) == (Action.DELETE, Action.CREATE)
        and old.turn_id
        and (old.turn_id, old.entity_type, old.name) == (made.turn_id, made.entity_type, made.name)
        and old.project_id != made.project_id
    }


def _places(things: Sequence[Version], context: CallContext) -> dict[UUID, Row]:
    """Return the documents that were moved in their project: each is stored as a change of the project."""
    moved = {one.pk: UUID(one.place["document"]) for one in things if one.action == Action.MOVE}
    titles = titles_of_things(context.access, set(moved.values()))
    return {
        pk: {"kind": "document", "id": str(one), "title": titles.get(one, "a document that is gone")}
        for pk, one in moved.items()
    }


def _links(versions: Sequence[Version], context: CallContext) -> dict[UUID, Row]:
    """Return the links that were made or taken away by themselves, between things that still exist."""
    gone = {one.batch for one in versions if one.entity_type != _LINK and one.action == Action.DELETE}
    edges = [one for one in versions if one.entity_type == _LINK and one.batch not in gone]
    whole = {one.pk: (one.patch + one.inverse)[:2] for one in edges if one.action != Action.UPDATE}
    ends = {pk: next(side["value"] for side in sides if "value" in side) for pk, sides in whole.items()}
    titles = titles_of_things(
        context.access, {UUID(end[f"{side}_id"]) for end in ends.values() for side in ("source", "target")}
    )
    return {
        pk: {
            "kind": "link",
            "title": shorten(titles[source], _END),
            "to": f"{end['relation']} {shorten(titles[target], _END)}",
        }
        for pk, end in ends.items()
        if (source := UUID(end["source_id"])) in titles and (target := UUID(end["target_id"])) in titles
    }
