"""What is said where neither the records of the workspace nor its documents answer a question."""

import re
from collections.abc import Sequence
from itertools import islice

from agents.actions.facts import HELP
from agents.context import ContextPack
from agents.knowledge.guardrail import telling_words
from agents.tables.markdown import plain
from intent.rules.text import heard
from omniforge.projects.search.words import stems

_ABOUT_US = re.compile(
    r"\bhelp\b|\bhow (?:do|does|can) (?:this|it|that|you)\b|\bhow (?:do|can) (?:i|we) (?:start|begin|use)\b|"
    r"\b(?:kannst du|puedes|peux-tu|pouvez-vous)\b",
    re.I,
)
_TOLD = 4  # words that were looked for
_NO_PROJECTS = (
    "There are no projects here yet, so I have no documents to look in. Say 'create a project called …', and "
    "write or bring in what your team knows; or ask 'what can you do?'."
)


def not_found(pack: ContextPack, closest: Sequence[str]) -> str:
    """Return what was looked for and where, with a next step; what can be said, where that is the question.

    `closest` are the titles of documents that have some of the words.
    """
    said = heard(pack.message)
    telling = telling_words(said)
    found = (word for word in re.findall(r"\w+", said) if telling & set(stems(word)))
    looked_for = list(islice(found, _TOLD))
    if not looked_for or _ABOUT_US.search(said):
        return HELP
    if not pack.catalogue.projects:
        return _NO_PROJECTS
    words = ", ".join(f"'{plain(word)}'" for word in looked_for)
    return f"I looked for {words} in {_where(pack)} and found no answer to this. {_next_step(closest)}"


def _where(pack: ContextPack) -> str:
    number = len(pack.catalogue.projects)
    if pack.focus.project_id or number == 1:
        return "the documents and tasks of this project" if pack.focus.project_id else "your project"
    return f"the documents and tasks of your {number} projects"


def _next_step(closest: Sequence[str]) -> str:
    if not closest:
        return (
            "Ask with words that stand in a document, or write it down first: 'create a document called …'."
        )
    named = " and ".join(f"**{plain(title)}**" for title in closest)
    return f"Closest comes {named}: say 'summarise {plain(closest[0])}', or ask with words that stand there."
