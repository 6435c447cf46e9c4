"""What is named loosely, by a word or two of its title: 'the lamp', or in passing, 'the lamp works now'."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.task import Task
from intent.data_files import words_of
from intent.questions.work import fits
from intent.sentences.naming import is_named_in, significant_words
from intent.sentences.stems import is_deed_of
from omniforge.projects.kinds import Kind

_FILLERS = words_of("work_orders", "filler")


def told_of(task: Task) -> Item | None:
    """Return the one thing of work that the words before a command name; it is what 'it' means there."""
    return (
        named_in(task.told, load_items(task.pack.access, WORK, task.pack.focus.project_id))
        if task.told
        else None
    )


def named_in(text: str, items: Sequence[Item]) -> Item | None:
    """Return the one thing, an open one if there is, of which a text has the most words that tell."""
    said = significant_words(text)
    shares = [(len(said & _telling(one)) + is_named_in(one.title, text), one) for one in items]
    most = max((number for number, _ in shares), default=0)
    best = [one for number, one in shares if number == most > 0]
    opened = [one for one in best if one.is_open] or best
    return opened[0] if len(opened) == 1 else None


def limit_called(words: Sequence[str], items: Sequence[Item]) -> Item | None:
    """Return the one thing with a day, a milestone before others, that 'before the crane comes' means."""
    dated = [one for one in items if one.due and fits(words, one.title)]
    found = [one for one in dated if one.kind == Kind.MILESTONE] or dated
    return found[0] if len(found) == 1 else None


def called_by_deed(name: str, items: Sequence[Item]) -> list[Item]:
    """Return what 'the lift inspection' means: 'Inspect the lift', all of its words in another form."""
    *others, deed = name.split() or [""]
    found = [one for one in items if is_deed_of(deed, one.title.split()[0])] if others else []
    return [one for one in found if is_named_in(" ".join(others), one.title)]


def is_loosely_named(item: Item, said: frozenset[str]) -> bool:
    """Return whether one of the words of a text tells of a thing."""
    return bool(said & _telling(item))


def _telling(item: Item) -> frozenset[str]:
    """Return the words of a title that tell, without its verb: 'order' of 'Order flea drops' may be any."""
    first, _, rest = item.title.partition(" ")
    return (significant_words(rest) or significant_words(first)) - _FILLERS
