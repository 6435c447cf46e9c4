"""The projects that an agent's work is for: 'list the open tasks of Barn and Orchard'.

Work is read for one project at a time, so it is told once for each: 'list the open tasks of Barn and list the
open tasks of Orchard'.
"""

from collections.abc import Sequence
from typing import NamedTuple

from intent.commands.words import as_words, at_start
from intent.slots.project_names import AROUND, JOINTS, projects_listed
from intent.text import find_name


class _Part(NamedTuple):
    text: str
    project: str


def for_each_project(work: str, projects: Sequence[str]) -> str:
    """Return work for several projects told for each. Any other work is unchanged."""
    work = _in_full(work, projects)
    parts = _parts(work, projects)
    return _joined(parts) if len(parts) > 1 else work


def projects_of(work: str, projects: Sequence[str]) -> tuple[str, ...]:
    """Return the projects that work names."""
    return tuple(one.project for one in _parts(work, projects))


def only_for(work: str, wanted: Sequence[str], projects: Sequence[str]) -> str:
    """Return work for just these projects."""
    first = next(iter(_parts(work, projects)), _Part(work.strip(" ."), ""))
    return _joined([_for(first, one) for one in wanted])


def without_projects(work: str, gone: Sequence[str], projects: Sequence[str]) -> str:
    """Return work without some of its projects, empty if it names none of them, or no other."""
    had = projects_of(work, projects)
    left = [one for one in had if one not in gone]
    return only_for(work, left, projects) if 0 < len(left) < len(had) else ""


def _in_full(work: str, projects: Sequence[str]) -> str:
    """Return work with the full names of the several projects that its last words list."""
    words = work.split()
    for at in range(1, len(words)):
        if at_start("project_behind", as_words(words[at - 1]))[1]:
            listed = projects_listed(" ".join(words[at:]), projects)
            if len(listed) > 1:
                return f"{' '.join(words[:at])} {' and '.join(listed)}"
    return work


def _parts(work: str, projects: Sequence[str]) -> list[_Part]:
    """Return work cut behind each project. A bare name shares the words before the one in front of it."""
    found, at = list[_Part](), 0
    spans = sorted((span, one) for one in projects if (span := find_name(one, work)))
    apart = [(span, one) for span, one in spans if not _is_within(span, spans)]
    for (_, end), project in apart:
        text = _without_joint(work[at:end])
        is_bare = bool(found) and AROUND.sub("", text).casefold() == project.casefold()
        found.append(_for(found[-1], project) if is_bare else _Part(text, project))
        at = end
    if found and (tail := work[at:].rstrip(" .")):
        found = [_Part(f"{one.text}{tail}", one.project) for one in found]
    return found


def _is_within(span: tuple[int, int], others: Sequence[tuple[tuple[int, int], str]]) -> bool:
    """Return whether a name is a part of a longer one: 'Barn' in 'Barn conversion'."""
    return any(one != span and one[0] <= span[0] and span[1] <= one[1] for one, _ in others)


def _without_joint(text: str) -> str:
    lead = JOINTS.match(text)
    return text[lead.end() :].strip() if lead else text.strip()


def _for(part: _Part, project: str) -> _Part:
    span = find_name(part.project, part.text) if part.project else None
    text = f"{part.text[: span[0]]}{project}{part.text[span[1] :]}" if span else f"{part.text} in {project}"
    return _Part(text, project)


def _joined(parts: Sequence[_Part]) -> str:
    first, *others = (one.text for one in parts)
    return " and ".join((first, *(f"{one[:1].lower()}{one[1:]}" for one in others)))
