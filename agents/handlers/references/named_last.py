"""Whose 'her tasks' are: those of the person with work who was named last, here or a message before."""

from collections.abc import Iterable, Sequence

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.task import NoSuchTarget, Task
from agents.tools.assignees import words_of_name
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.people import may_be_person
from intent.commands.words import key_of
from intent.statements.permanence import says
from omniforge.projects.search.sentences import sentences_of

_WHOSE = "I'm not sure whose you mean. Say the name."


def last_named(texts: Iterable[str], items: Sequence[Item]) -> list[str]:
    """Return the name words that come last in the first text with any, empty if that tells of another."""
    names = {word for one in items for word in words_of_name(one.assignee)}
    for text in texts:
        words = (one.word for one in tokenize(text))
        said = [name for one in words for name in (one, one.removesuffix("s")) if name in names]
        if said:
            return said[-1:]  # 'bens off sick' tells of Ben
        if _names_stranger(text):
            return []
    return []


def resolve_possessive(task: Task) -> list[frozenset[str]]:
    """Return the name that 'her' refers to. Raises NoSuchTarget if it is nobody, or several."""
    items, message = load_items(task.pack.access, WORK), task.pack.message
    found = last_named((message[: task.start], _before_pronoun(message), task.situation.said), items)
    own = {one.assignee for one in items if found and {*found} <= words_of_name(one.assignee)}
    if len(own) != 1:
        raise NoSuchTarget(_WHOSE)
    return [words_of_name(one) for one in own]


def _names_stranger(text: str) -> bool:
    """Return whether a sentence tells something of a name that it begins with: 'Callum broke his wrist'."""
    rows = [[*tokenize(one)] for one in sentences_of(text)]
    return any(
        len(row) > 1
        and may_be_person(row[0].text)
        and not row[1].is_mark
        and says([one.word for one in row if not one.is_mark])
        for row in rows
    )


def _before_pronoun(message: str) -> str:
    theirs = next((one.start for one in tokenize(message) if key_of("article", one.word) == "theirs"), 0)
    return message[:theirs]
