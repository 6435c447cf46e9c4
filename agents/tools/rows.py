"""Things as rows of a result: short, equal in every tool, without empty fields."""

import csv
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from io import StringIO
from itertools import accumulate
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Q

from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import Edge, Entity, Project
from omniforge.projects.selectors import find_edges, find_entities, titles_of_things
from omniforge.tenants.access import Access

Row = dict[str, Any]
ROOM = 16_000  # characters of rows in one result, well within the cap on results
_SHOWN = 160  # characters of a description in a list
_MOST_LINKS = 8  # in one row of a list


def fit_rows(rows: Sequence[Any], most: int = ROOM) -> Sequence[Any]:
    """Return the first rows that fit a result, measured in characters of JSON, at least one."""
    sizes = accumulate(len(orjson.dumps(row, default=str)) for row in rows)
    return rows[: max(1, sum(size <= most for size in sizes))]


def as_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Return rows as lines of CSV, for a model: quoted cells take a third more tokens."""
    lines = StringIO()
    csv.writer(lines, lineterminator="\n").writerows(rows)
    return lines.getvalue().removesuffix("\n")


def local(moment: datetime | None, now: datetime) -> str | None:
    """Return a moment as local time, in the time zone of `now`."""
    return moment.astimezone(now.tzinfo).isoformat(timespec="minutes") if moment else None


def local_day(moment: datetime | None, now: datetime) -> str | None:
    """Return a moment's local date, in the time zone of `now`."""
    return moment.astimezone(now.tzinfo).date().isoformat() if moment else None


def drop_empty(row: Mapping[str, Any]) -> Row:
    """Return a row without empty fields."""
    return {name: value for name, value in row.items() if value not in (None, "", [], {})}


def without(rows: Sequence[Mapping[str, Any]] | None, field: str) -> list[Row]:
    return [{name: value for name, value in row.items() if name != field} for row in rows or ()]


def without_ids(rows: Sequence[Mapping[str, Any]] | None) -> list[Row]:
    """Return rows for a model, without ids if names say the same in fewer tokens.

    Tools take names wherever they take ids. Things that share a name keep their ids.
    """
    rows = list(rows or ())
    names = Counter(name for name, _ in {(_name_of(row), row.get("id")) for row in rows})
    return [dict(row) if names[_name_of(row)] > 1 else without([row], "id")[0] for row in rows]


def _name_of(row: Mapping[str, Any]) -> str:
    return str(row.get("title") or row.get("name") or "").casefold()


def shorten(text: str, most: int = _SHOWN) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"


def entity_row(entity: Entity, *, now: datetime, project: str = "", links: Iterable[str] = ()) -> Row:
    """Return a task, goal … as a row. `overdue` is only present if true, `ended` if it is over."""
    own = {name: value for name, value in entity.fields.items() if name != "assignee"}
    return drop_empty(
        {
            "id": str(entity.pk),
            "kind": entity.kind,
            "title": entity.title,
            "state": entity.state,
            "priority": entity.priority,
            "assignee": entity.fields.get("assignee"),
            "due": entity.due_on and entity.due_on.isoformat(),
            "overdue": is_overdue(entity, now.date()) or None,
            "ended": local_day(entity.completed_at, now),
            **own,
            "project": project,
            "description": shorten(entity.description),
            "links": list(links),
        }
    )


def is_overdue(entity: Entity, today: date) -> bool:
    """Return whether it was due before today and isn't finished."""
    ended = entity.state in RULES[Kind(entity.kind)].ends
    return bool(entity.due_on and entity.due_on < today and not ended)


def project_row(project: Project, now: datetime) -> Row:
    return drop_empty(
        {
            "id": str(project.pk),
            "kind": "project",
            "title": project.name,
            "state": project.state,
            "description": shorten(project.description),
            "updated": local_day(project.updated_at, now),
        }
    )


def links_of_many(access: Access, things: Collection[UUID]) -> Mapping[UUID, list[str]]:
    """Return the links of these things in words, as "depends_on task 'Order racks' (done)", in four queries.

    A link between two of them is listed once, at its source.
    """
    edges = _edges_of(access, things)
    titles = _linked_titles(access, {end for edge in edges for end in (edge.source_id, edge.target_id)})
    said: dict[UUID, list[str]] = defaultdict(list)
    for edge in edges:
        if edge.source_id in titles and edge.target_id in titles:
            target, source = titles[edge.target_id], titles[edge.source_id]
            said[edge.source_id].append(f"{edge.relation} {edge.target_kind} {target}")
            if edge.source_id not in things:
                said[edge.target_id].append(f"{edge.source_kind} {source} {edge.relation} this")
    return {thing: links[:_MOST_LINKS] for thing, links in said.items()}


def _linked_titles(access: Access, things: Collection[UUID]) -> Mapping[UUID, str]:
    """Return titles in quotation marks, with the state of what is over: it blocks and threatens nothing."""
    over = find_entities(access).filter(pk__in=things, completed_at__isnull=False)
    states = dict(over.values_list("pk", "state"))
    titles = titles_of_things(access, things)
    return {pk: f"'{title}'" + (f" ({states[pk]})" if pk in states else "") for pk, title in titles.items()}


def _edges_of(access: Access, things: Collection[UUID]) -> list[Edge]:
    ends = Q(source_id__in=things) | Q(target_id__in=things)
    return list(find_edges(access).filter(ends)) if things else []
