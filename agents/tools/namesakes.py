"""Things of the same name and what tells them apart: kind, project, parent, day, owner, state, age."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import tzinfo
from uuid import UUID

from agents.tools.named_things import DOCUMENT, PROJECT, Ref
from agents.tools.workspace.paths import path_of
from agents.tools.workspace.scope import Scope
from intent.sentences.titles import normalise
from omniforge.projects.models import Document, Entity, Project
from omniforge.projects.selectors import find_documents, find_entities, find_projects
from omniforge.tenants.access import Access

Thing = Project | Document | Entity
Features = Mapping[str, str]  # in words, the most distinctive first


def namesakes(refs: Collection[Ref], known: Sequence[Ref]) -> list[Ref]:
    """Return all things with the same name as one of these, including themselves."""
    titles = {normalise(one.title) for one in refs}
    return [one for one in known if normalise(one.title) in titles]


def distinguishing_features(scope: Scope, refs: Sequence[Ref]) -> Mapping[UUID, str]:
    """Return the features that tell apart those of some things that share a name."""
    alike = defaultdict[str, list[UUID]](list)
    for one in refs:
        alike[normalise(one.title)].append(one.id)
    several = [group for group in alike.values() if len(group) > 1]
    rows = _rows(scope.access, [one for group in several for one in group])
    return {pk: told for group in several for pk, told in _of_group(group, rows, scope.now.tzinfo)}


def _of_group(
    group: Sequence[UUID], rows: Mapping[UUID, Thing], zone: tzinfo | None
) -> list[tuple[UUID, str]]:
    there = sorted(one for one in group if one in rows)  # in order of creation
    features = [{**_features(rows[one], zone), "place": f"no. {place}"} for place, one in enumerate(there, 1)]
    return list(zip(there, told_apart(features), strict=True))


def _rows(access: Access, ids: Collection[UUID]) -> dict[UUID, Thing]:
    found = dict[UUID, Thing]()
    if ids:
        found |= {one.pk: one for one in find_entities(access).filter(pk__in=ids).select_related("project")}
        found |= {one.pk: one for one in find_documents(access).filter(pk__in=ids).select_related("project")}
        found |= {one.pk: one for one in find_projects(access).filter(pk__in=ids)}
    return found


def _features(row: Thing, zone: tzinfo | None) -> Features:
    project = row if isinstance(row, Project) else row.project
    path = path_of(project, row.pk).rpartition(" > ")[0] if isinstance(row, Document) else ""
    work = row if isinstance(row, Entity) else None
    return {
        "kind": work.kind if work else DOCUMENT if isinstance(row, Document) else PROJECT,
        "project": f"in {project.name}",
        "parent": f"under {path}" if path else "at the top" if isinstance(row, Document) else "",
        "due": f"due {work.due_on:%a %d %b %Y}" if work and work.due_on else "no due date" if work else "",
        "assignee": f"for {work.fields['assignee']}" if work and work.fields.get("assignee") else "",
        "state": work.state if work else "",
        "made": f"made {row.created_at.astimezone(zone):%d %b %Y %H:%M:%S}",
    }


def told_apart(features: Sequence[Features]) -> list[str]:
    """Return for each thing the words that tell it from the others, empty for the only one.

    Uses as few features as possible. The last one may leave some alike.
    """
    names = list(features[0]) if features else []
    chosen = list[str]()
    for name in names:
        if _kinds(features, chosen) == len(features):
            break
        if _kinds(features, [*chosen, name]) > _kinds(features, chosen):
            chosen.append(name)
    return [", ".join(one[name] for name in chosen if one[name]) for one in features]


def _kinds(features: Sequence[Features], names: Sequence[str]) -> int:
    return len({tuple(one[name] for name in names) for one in features})
