"""Which event the words before an order in the same message name: 'the plumber rang, move him to 11'."""

from collections.abc import Sequence
from itertools import pairwise

from agents.handlers.events.appointments import Event, find_events
from agents.handlers.task import Task
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.readers.events.happenings import EventReference
from intent.commands.words import key_of
from intent.data_files import pattern
from intent.sentences.titles import significant_words

_PERSONS = ("him", "her", "he", "she", "they", "them")
_ARTICLES = ("one", "mine")
_SUBJECT = pattern("told_events", "subject")
_NOUN = 2  # words behind an article that may name somebody


async def named_before(task: Task, at_hand: Sequence[Event]) -> Sequence[Event]:
    """Return the events that 'him' or 'it' may mean: those named right before, else the one at hand."""
    if task.run.touched:
        return at_hand
    names = _names(tokenize(task.pack.message[: task.start])) or significant_words(_subject(task.pack.words))
    if not names or any(_is_called(one, names) for one in at_hand):
        return at_hand
    coming = await find_events(task, EventReference(""))
    called = {one.series: one for one in reversed(coming) if _is_called(one, names)}
    return list(reversed(called.values())) or at_hand


def _subject(message: str) -> str:
    """Return whom or what a message tells of first: 'the Lunds' in 'the Lunds can't make Monday, …'."""
    found = _SUBJECT.match(message)
    return found["who"] if found else ""


async def of_person(task: Task, who: str) -> Sequence[Event]:
    """Return the coming events with somebody's name in their titles, of each series the next."""
    names = significant_words(who)
    coming = await find_events(task, EventReference(""))
    theirs = {one.series: one for one in reversed(coming) if names and names <= significant_words(one.title)}
    return list(reversed(theirs.values()))


def speaks_of_person(task: Task, words: str) -> bool:
    """Return whether an order stands behind whom or what a message tells of, 'him' behind any name."""
    before = tokenize(task.pack.message[: task.start])
    is_person = any(one.word in _PERSONS for one in tokenize(words)) and bool(_names(before))
    return is_person or bool(_subject(task.pack.words))


def _is_called(event: Event, names: frozenset[str]) -> bool:
    return not names.isdisjoint(significant_words(event.title))


def _names(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the significant words behind an article, and the names, of what was said."""
    places = [at for at, one in enumerate(tokens, 1) if key_of("article", one.word) in _ARTICLES]
    nouns = [one.word for at in places for one in tokens[at : at + _NOUN]]
    names = [one.word for before, one in pairwise(tokens) if one.text[:1].isupper() and not before.is_mark]
    names += [one.word for one in tokens[:1] if one.text[:1].isupper() and not one.is_quoted]
    return significant_words(" ".join((*nouns, *names)))
