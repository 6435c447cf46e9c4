"""The tables of words: what names a kind, a state, a priority, a place in a list."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from intent.commands.tokens import tokenize

LANGUAGES = ("en", "de", "es")
_FOLDER = files("intent") / "commands" / "catalogue"
Forms = Mapping[tuple[str, ...], str]


@cache
def table(name: str) -> Forms:
    """Return a table of words of all languages: from the words, one by one, to the key that they name."""
    forms: dict[tuple[str, ...], str] = {}
    for language in LANGUAGES:
        for key, words in _tables(language).get(name, {}).items():
            for form in words.split(","):
                forms.setdefault(as_words(form.strip()), key)
    return forms


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of words.en.toml and of a family's own, like words.calendar.en.toml.

    Raises ValueError if two files have a table of the same name.
    """
    files = (
        file
        for file in _FOLDER.iterdir()
        if file.name.startswith("words.") and file.name.endswith(f".{language}.toml")
    )
    found: dict[str, Mapping[str, str]] = {}
    for file in sorted(files, key=lambda one: one.name):
        own = tomllib.loads(file.read_text(encoding="utf-8"))
        if twice := sorted(own.keys() & found.keys()):
            raise ValueError(f"{file.name} has the table {twice[0]!r}, which another file has already.")
        found |= own
    return found


@lru_cache(maxsize=4096)
def as_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text."""
    return tuple(token.word for token in tokenize(text))


@cache
def longest(name: str) -> int:
    """Return how many words the longest form of a table has."""
    return max((len(form) for form in table(name)), default=0)


def at_start(name: str, words: tuple[str, ...], first: int = 0) -> tuple[str, int]:
    """Return the key of the longest form that `words` begin with, from the place `first` on, and its length;
    ('', 0) without one.
    """
    for size in _sizes(name, 0).get(words[first], ()) if first < len(words) else ():
        end = first + size
        if end <= len(words) and (key := table(name).get(words[first:end])) is not None:
            return key, size
    return "", 0


def at_end(name: str, words: tuple[str, ...]) -> tuple[str, int]:
    """Return the key of the longest form that `words` end with, and its length; ('', 0) if there is none."""
    for size in _sizes(name, -1).get(words[-1], ()) if words else ():
        if size <= len(words) and (key := table(name).get(words[-size:])) is not None:
            return key, size
    return "", 0


@cache
def _sizes(name: str, place: int) -> Mapping[str, Sequence[int]]:
    """Return how long the forms with a word at a place are, the longest first: most words begin none."""
    found: dict[str, set[int]] = {}
    for form in filter(None, table(name)):
        found.setdefault(form[place], set()).add(len(form))
    return {word: sorted(sizes, reverse=True) for word, sizes in found.items()}


@cache
def cue_words(name: str) -> frozenset[str]:
    """Return words of a table of which each of its forms has one: of a form of several the longest."""
    found = {form[0] for form in table(name) if len(form) == 1}
    for form in table(name):
        if found.isdisjoint(form):
            found.add(max(form, key=len))
    return frozenset(found)


def key_of(name: str, text: str) -> str:
    """Return the key that a whole text names; empty if it names none."""
    return table(name).get(as_words(text), "")
