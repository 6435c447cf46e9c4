"""Puts documents in order by their titles: those that share a telling word go below one document.

No content is touched, and what is nested already stays where it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from uuid import UUID

from agents.plans.by_rules.work import Shown
from agents.plans.plan import Step
from agents.runs.by_rules.workspace import steps
from agents.runs.by_rules.workspace.situation import Situation, Unclear
from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from agents.workspace.naming import significant_words
from omniforge.projects.selectors import get_project

_GENERIC = "document doc notes note draft list plan version final new copy project overview"
_NOTHING = (
    "I found no loose documents in **{}** that belong together by their titles, so nothing was moved. Say "
    "what goes where, for example 'move Pricing under Strategy'."
)
_LEAST = 2  # documents that make a group


def organize(at: Situation, project: Thing) -> Sequence[Step]:
    """Return the steps that nest a project's loose documents. Raises Unclear where none belong together."""
    structure = get_project(at.access, project.id).doc_structure
    known = {one.id: one for one in at.stock.within(project.id).things if one.kind == "document"}
    roots = [(known.get(UUID(node["id"])), node["children"]) for node in structure["root"]]
    tops = [(document, below) for document, below in roots if document]
    loose = [document for document, below in tops if not below]
    found = list(_nested(at, project, loose, [document for document, below in tops if below]))
    if not found:
        raise Unclear(Shown(_NOTHING.format(plain(project.title))))
    return found


def _nested(at: Situation, project: Thing, loose: list[Thing], parents: Sequence[Thing]) -> Iterator[Step]:
    for parent in parents:
        yield from _below(
            at, parent, [one for one in loose if significant_words(parent.title) <= _words(one)]
        )
        loose = [one for one in loose if not significant_words(parent.title) <= _words(one)]
    while group := _largest(loose):
        word, documents = group
        loose = [one for one in loose if one not in documents]
        head = next((one for one in documents if significant_words(one.title) == {word}), None)
        if head:
            yield from _below(at, head, [one for one in documents if one != head])
            continue
        title = _as_written(word, documents)
        yield steps.creation(at, "document", title, project, {})
        for document in documents:
            yield steps.move(at, document, title, f"below **{plain(title)}**")


def _below(at: Situation, parent: Thing, documents: Sequence[Thing]) -> Iterator[Step]:
    where = f"below **{plain(parent.title)}**"
    return (steps.move(at, document, steps.called(at, parent), where) for document in documents)


def _largest(documents: Sequence[Thing]) -> tuple[str, list[Thing]] | None:
    """Return the word that most documents share, with them; of equals the one that is told first."""
    words = list(dict.fromkeys(word for one in documents for word in sorted(_words(one))))
    groups = [(word, [one for one in documents if word in _words(one)]) for word in words]
    groups = [group for group in groups if len(group[1]) >= _LEAST]
    return max(groups, key=lambda group: len(group[1]), default=None)


@cache
def _generic() -> frozenset[str]:
    return significant_words(_GENERIC)  # it loads the stemmer, which nobody needs before


def _words(document: Thing) -> frozenset[str]:
    return frozenset(word for word in significant_words(document.title) - _generic() if not word.isdigit())


def _as_written(word: str, documents: Sequence[Thing]) -> str:
    written = (said for one in documents for said in re.findall(r"\w+", one.title))
    found = next((said for said in written if significant_words(said) == {word}), word)
    return found[:1].upper() + found[1:]
