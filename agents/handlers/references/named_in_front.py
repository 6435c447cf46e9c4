"""Who does a task, named at the start of its title: 'Callum stage 2 report', 'beth - order the rolls'."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from agents.handlers.items import Item
from agents.tools.assignees import is_person
from intent.commands.readers.things.doers import base_of_work, may_be_named
from intent.commands.readers.things.people import may_be_person
from intent.commands.types import Entry
from intent.commands.words import as_words, key_of
from intent.data_files import words_of

_MARKS = ("-", "–", "—", ":")
_ENDS = (":", ",")  # of a name
_AND = ("and", "&", "+")
_FEWEST = 2  # words behind a name that nothing sets off: 'Ben invoice' may be about Ben
_ABBREVIATION = 3  # fewest capitals of one that is nobody's initials: 'MOT', not 'JB'


class _Front(NamedTuple):
    """Those named in front, and the words behind them."""

    who: str
    behind: list[str]
    is_set_off: bool


def with_person_in_front(entry: Entry, message: str, known: Collection[str], fewest: int = _FEWEST) -> Entry:
    """Return a task without the person that its title begins with, who does it.

    'For' somebody behind is then part of the title: 'Dez book the hall for Lorna'. Behind a name there have
    to be so many words, if nothing sets it off.
    """
    words = entry.title.split()
    is_full = " ".join(words[:2]).casefold() in known  # 'Ben Ort check the gutter'
    front = None if is_full else _front(words, message, known)
    if front is None or not _does(front, known, fewest):
        return entry
    title = " ".join((_base(front), *front.behind[1:]))
    whom = f"for {entry.assignee}" if entry.assignee else ""
    if whom and f"{' '.join(front.behind)} {whom}" not in message:
        return entry
    title = f"{title} {whom}".strip()
    return replace(entry, title=f"{title[:1].upper()}{title[1:]}", assignee=front.who)


def without_abbreviation(entry: Entry, message: str, known: Collection[str]) -> Entry:
    """Return 'Book the van in for MOT' whole: an abbreviation does nothing, unless somebody is called so."""
    who = entry.assignee
    is_short = who.isupper() and who.isalpha() and len(who) >= _ABBREVIATION
    whole = f"{entry.title} for {who}"
    if not is_short or who.casefold() in known or whole.casefold() not in message.casefold():
        return entry
    return replace(entry, title=whole, assignee="")


def is_theirs(item: Item, names: Sequence[frozenset[str]]) -> bool:
    """Return whether work is assigned to a person, or to nobody while its title begins with that person."""
    first = item.title.partition(" ")[0].strip(":-–")
    is_front = not (item.assignee or base_of_work(first.casefold())) and is_person(first, names)
    return is_front or is_person(item.assignee, names)


def maybe_named(title: str, message: str) -> str:
    """Return the first word of a task's title that may be somebody unknown: 'Bronya kiln firing'."""
    first, *behind = title.split()
    is_name = first in message.split() and _is_unknown_name(first)
    return first if is_name and len(behind) >= _FEWEST and behind[0].islower() else ""


def _front(words: list[str], message: str, known: Collection[str]) -> _Front | None:
    """Return who is named in front of what: one person, or two that 'and' joins."""
    size = 1
    if words[1:2] and words[1] in _AND and len(words) > _FEWEST and _is_given(words[2].strip(":"), known):
        size = 3
    if size == 1 and _is_surname(words[1:3]):
        size = 2
    who, behind = " ".join(words[:size]), words[size:]
    is_set_off = who.endswith(_ENDS) or behind[:1] in [[one] for one in _MARKS]
    who = who.rstrip("".join(_ENDS))
    behind = behind[1:] if behind and behind[0] in _MARKS else behind
    who = who if who in message else who.lower()
    return _Front(who, behind, is_set_off) if who in message and behind else None


def _is_surname(behind: list[str]) -> bool:
    """Return whether a first name goes on with a surname, and then a verb: 'Beth Sorley order the rolls'."""
    name, verb = behind if len(behind) == _FEWEST else ("", "")
    return _is_unknown_name(name) and verb.islower() and bool(base_of_work(verb))


def _does(front: _Front, known: Collection[str], fewest: int) -> bool:
    """Return whether those in front do what stands behind: a known name, or one before a verb of work."""
    first, next_ = front.who.split()[0], front.behind[0]
    verb = next_.islower() and base_of_work(next_)
    if not _is_given(first, known):
        return bool(verb) and _is_unknown_name(first) and len(front.behind) >= fewest
    if front.is_set_off or verb:
        return len(front.behind) >= fewest or front.is_set_off
    return first[:1].isupper() and len(front.behind) >= fewest and not _states(next_)


def _base(front: _Front) -> str:
    """Return the first word behind a name, 'print' of 'prints'."""
    word = front.behind[0]
    return word if front.is_set_off else base_of_work(word) or word


def _states(word: str) -> bool:
    """Return whether a word behind a name tells something of that person: 'is', 'has', 'in', 'and'."""
    said = "".join(as_words(word)[:1])
    in_lists = said in words_of("told_work", "states") or said in words_of("work_orders", "stating")
    return in_lists or word in _AND or bool(key_of("no_name", said))


def _is_given(word: str, known: Collection[str]) -> bool:
    return word.casefold() in words_of("given_names", "given") or word.casefold() in known


def _is_unknown_name(word: str) -> bool:
    said = word.casefold()
    return may_be_person(word) and may_be_named(said) and not base_of_work(said)
