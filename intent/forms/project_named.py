"""Adds the project to an agent's work if the request names it elsewhere: 'for Barn: … what is due there'."""

import re
from collections.abc import Sequence

from intent.commands import Situation
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, at_end, at_start, table
from intent.forms.own_work import KINDS, project_asked
from intent.text import find_name


def in_project(work: str, request: str, situation: Situation) -> str:
    """Return work with the one project that its request names, if it then certainly reads that project.

    'The open ones' get their kind from the request. Other work is unchanged.
    """
    named = _named_in(request, situation.projects)
    if len(named) != 1 or find_name(named[0], work):
        return work
    (project,) = named
    whole = f"{_with_kind(_without_place(work), _without(project, request))} in {project}"
    return whole if project_asked(whole, situation) == project else work


def with_project_before(request: str, said: Sequence[str], projects: Sequence[str]) -> str:
    """Return a request for work 'there' behind the newest earlier message that names one project."""
    tokens = [one.word for one in tokenize(request) if not one.is_mark]
    if not at_end("in_that_project", tuple(tokens))[1] or _named_in(request, projects):
        return request
    named = (before for one in reversed(said) if len(before := _named_in(one, projects)) == 1)
    return f"{next(named, [''])[0]} {request}".strip()


def _named_in(text: str, projects: Sequence[str]) -> list[str]:
    return [one for one in projects if find_name(one, text)]


def _without(project: str, request: str) -> str:
    return re.sub(re.escape(project), " ", request, flags=re.I)


def _without_place(work: str) -> str:
    """Return work without a trailing 'there'."""
    said = work.rstrip(" .!?,;:")
    tokens = tokenize(said)
    size = at_end("in_that_project", tuple(one.word for one in tokens))[1]
    return said[: tokens[-size - 1].end] if 0 < size < len(tokens) else said


def _with_kind(work: str, request: str) -> str:
    """Return work with 'ones' replaced by the request's kind of things, if there is only one kind."""
    kinds = {word for word in as_words(request) if table("kind").get((word,)) in KINDS}
    tokens = tokenize(work)
    ones = next((one for one in tokens if at_start("things_said", (one.word,))[1]), None)
    if ones is None or len(kinds) != 1:
        return work
    return f"{work[: ones.start]}{kinds.pop()}{work[ones.end :]}"
