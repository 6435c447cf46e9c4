"""The location of documents in their project's tree, in words: 'Research > Rivals > Acme'."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from intent.sentences.titles import normalise
from omniforge.projects.models import Project
from omniforge.projects.titles import Title, title_paths, titles_of

_STEP = re.compile(r"[/>]")
_NEXT = " > "


class Placed(NamedTuple):
    """A document with its location. `path` are the titles from the top of the tree down to its own."""

    id: UUID
    title: Title
    path: Sequence[str]

    @property
    def words(self) -> str:
        return _NEXT.join(self.path)


def placed_documents(project: Project) -> Iterator[Placed]:
    """Yield a project's documents in reading order."""
    titles = titles_of(project)
    for document_id, path in title_paths(project).items():
        if title := titles.get(document_id):  # missing if it was deleted since the tree was read
            yield Placed(document_id, title, path)


def path_of(project: Project, document_id: UUID) -> str:
    """Return a document's path in words."""
    return _NEXT.join(title_paths(project).get(document_id, ()))


def ends_with(path: str, wanted: str) -> bool:
    """Return whether a path ends in the titles of another: 'Rivals / Acme' excludes any other 'Acme'."""
    parts, last = _steps(path), _steps(wanted)
    return len(last) > 1 and parts[-len(last) :] == last


def first_step(path: str) -> tuple[str, str]:
    """Return a path's first title, folded, and the rest of the path, empty if there is only one title."""
    first, *rest = _STEP.split(path.strip(), 1)
    return normalise(first), rest[0] if rest else ""


def steps_of(path: str) -> Sequence[str]:
    """Return a path's titles, folded, none if there is only one."""
    steps = _steps(path)
    return steps if len(steps) > 1 else ()


def _steps(path: str) -> Sequence[str]:
    return [normalise(step) for step in _STEP.split(path)]
