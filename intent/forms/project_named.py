"""Puts the project into an agent's work that the request names elsewhere: 'for Barn: … what is due there'."""

import re

from intent.commands import Situation
from intent.commands.tokens import tokenize
from intent.commands.words import as_words, at_end, at_start, table
from intent.forms.own_work import KINDS, project_asked
from intent.text import find_name


def in_project(work: str, request: str, situation: Situation) -> str:
    """Return work with the one project that its request names, if it surely reads that project then.

    'The open ones' are what the request calls by their kind. Any other work stays as it is.
    """
    named = [one for one in situation.projects if find_name(one, request)]
    if len(named) != 1 or find_name(named[0], work):
        return work
    (project,) = named
    whole = f"{_with_kind(_without_place(work), _without(project, request))} in {project}"
    return whole if project_asked(whole, situation) == project else work


def _without(project: str, request: str) -> str:
    return re.sub(re.escape(project), " ", request, flags=re.I)


def _without_place(work: str) -> str:
    """Return work without the 'there' that ends it."""
    said = work.rstrip(" .!?,;:")
    tokens = tokenize(said)
    size = at_end("in_that_project", tuple(one.word for one in tokens))[1]
    return said[: tokens[-size - 1].end] if 0 < size < len(tokens) else said


def _with_kind(work: str, request: str) -> str:
    """Return work in which 'ones' are the things that the request speaks of, if they are of one kind."""
    kinds = {word for word in as_words(request) if table("kind").get((word,)) in KINDS}
    tokens = tokenize(work)
    ones = next((one for one in tokens if at_start("things_said", (one.word,))[1]), None)
    if ones is None or len(kinds) != 1:
        return work
    return f"{work[: ones.start]}{kinds.pop()}{work[ones.end :]}"
