"""What is named loosely, by a word or two of its title: 'the lamp', or in passing, 'the lamp works now'."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.task import Task
from intent.data_files import words_of
from intent.sentences.naming import is_named_in, significant_words

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


def is_loosely_named(item: Item, said: frozenset[str]) -> bool:
    """Return whether one of the words of a text tells of a thing."""
    return bool(said & _telling(item))


def _telling(item: Item) -> frozenset[str]:
    """Return the words of a title that tell, without its verb: 'order' of 'Order flea drops' may be any."""
    first, _, rest = item.title.partition(" ")
    return (significant_words(rest) or significant_words(first)) - _FILLERS
