"""Loose names, by a word or two of a title: 'the lamp', or in passing, 'the lamp works now'."""

from collections.abc import Sequence

from agents.handlers.items import WORK, Item, load_items
from agents.handlers.task import Task
from agents.tools.assignees import words_of_name
from intent.commands import Reference
from intent.commands.readers.plain import brought_about_by
from intent.data_files import words_of
from intent.questions.topics import fits
from intent.sentences.stems import is_deed_of
from intent.sentences.titles import is_named_in, normalise, significant_words
from intent.slots.names import misspelt_name
from omniforge.projects.kinds import Kind

_STATES = frozenset(("is", "are", "was", "were", "has", "have", "needs", "need"))  # verbs of a clause
_CALLS = ("call", "phonecall")
_VAGUE, _OWNS = words_of("work_orders", "vague"), ("'s", "s", "'")
_FILLERS = words_of("work_orders", "filler")


def find_in_preceding_words(task: Task) -> Item | None:
    """Return the one piece of work named last in the words before a command, the referent of 'it' there."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id) if task.told else ()
    clauses = task.told.replace(" and ", ",").split(",")
    told = [one for one in reversed(clauses) if not _STATES.isdisjoint(one.split())]
    return next(filter(None, (find_named(one, items) for one in (*told, task.told))), None) if items else None


def find_named(text: str, items: Sequence[Item]) -> Item | None:
    """Return the one thing, preferably open, that shares the most significant words with a text."""
    said = significant_words(text)
    shares = [(len(said & _telling(one)) + is_named_in(one.title, text), one) for one in items]
    most = max((number for number, _ in shares), default=0)
    best = [one for number, one in shares if number == most > 0]
    opened = [one for one in best if one.is_open] or best
    return opened[0] if len(opened) == 1 else None


def find_limit(words: Sequence[str], items: Sequence[Item]) -> Item | None:
    """Return the one dated thing, preferably a milestone, that 'before the crane comes' refers to."""
    dated = [one for one in items if one.due and fits(words, one.title)]
    found = [one for one in dated if one.kind == Kind.MILESTONE] or dated
    return found[0] if len(found) == 1 else None


def find_misspelt(name: str, guesses: Sequence[Item]) -> Item | None:
    """Return the one thing whose title is a typo away from a name."""
    meant = misspelt_name(name, [one.title for one in guesses]) if name else None
    same = [one for one in guesses if one.title == meant]
    return same[0] if len(same) == 1 else None


def find_by_action(name: str, items: Sequence[Item]) -> list[Item]:
    """Return what 'the lift inspection' means: 'Inspect the lift', with all its words in another form."""
    *others, deed = name.split() or [""]
    found = [one for one in items if is_deed_of(deed, one.title.split()[0])] if others else []
    return [one for one in found if is_named_in(" ".join(others), one.title)]


def find_called_like(task: Task, kind: str) -> list[Item]:
    """Return the one piece of work with a kind's word in its title: 'the plan' means 'Stall plan'."""
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    found = [one for one in items if one.is_open and is_named_in(kind, one.title)]
    return found if len(found) == 1 else []


def find_by_owner(name: str, items: Sequence[Item]) -> list[Item]:
    """Return the one open thing that "Kari's flags" or 'the flag thing' means.

    It is the owner's, or the words end in such a vague one. All others have to be in its title.
    """
    words = [one for one in name.casefold().replace("’", "'").split() if one not in _VAGUE]
    found = [(one, _without_owner(words, one)) for one in items if one.is_open]
    told = len(words) < len(name.split())
    fitting = [
        one for one, rest in found if (told or len(rest) < len(words)) and rest and fits(rest, one.title)
    ]
    return fitting if len(fitting) == 1 else []


def _without_owner(words: Sequence[str], item: Item) -> list[str]:
    """Return words without the possessive of a thing's person: "kari's", 'karis'."""
    own = {f"{one}{end}" for one in words_of_name(item.assignee) for end in _OWNS}
    return [one for one in words if one not in own]


def find_by_noun(task: Task, reference: Reference) -> list[Item]:
    """Return the one open thing that 'the call' means beside no such event: 'Ring the club'."""
    if reference.name or reference.kind != "event" or reference.is_plural:
        return []
    noun = reference.words.split()[-1].casefold()
    verbs = {noun, *(brought_about_by("by_phone") if noun in _CALLS else ())}
    items = load_items(task.pack.access, WORK, task.pack.focus.project_id)
    found = [one for one in items if one.is_open and one.title.split()[0].casefold() in verbs]
    return found if len(found) == 1 else []


def as_quoted(reference: Reference, found: Sequence[Item]) -> list[Item]:
    """Return those with a quoted name as it is: 'At the hall' isn't 'Book the hall'."""
    said = normalise(reference.name) if reference.is_quoted else ""
    return [one for one in found if said in normalise(one.title)]


def is_loosely_named(item: Item, said: frozenset[str]) -> bool:
    """Return whether a text contains one of a thing's significant words."""
    return bool(said & _telling(item))


def _telling(item: Item) -> frozenset[str]:
    """Return a title's significant words, without its verb: 'order' in 'Order flea drops' is too common."""
    first, _, rest = item.title.partition(" ")
    return (significant_words(rest) or significant_words(first)) - _FILLERS
