"""Removes from a question where its answer is searched: 'who is the cook on Harbour fair?'"""

import re
from collections.abc import Iterable

_LEAST = 4  # letters of a word that identifies a project
_WHERE = re.compile(
    r"\b(?:on|for|in|at|of|bei|im|für) (?:the )?(?P<name>[\w-]+(?: [\w-]+){0,3}?)(?: project)?(?=\W*$)"
)


def without_project(question: str, projects: Iterable[str]) -> str:
    """Return a question without its project, which a matching statement need not name."""
    words = {word for one in projects for word in one.lower().split() if len(word) >= _LEAST}
    found = _WHERE.search(question)
    named = found is not None and {*found["name"].lower().split()} <= words
    return f"{question[: found.start()].strip()}?" if found and named else question
