"""The tables of words: kinds, states, priorities, ordinals."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from intent.commands.grammar.phrases import Form, Phrases, words_in
from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of

LANGUAGES = ("en", "de", "es")
_FOLDER = files("intent") / "commands" / "catalogue"
Forms = Mapping[Form, str]


@cache
def table(name: str) -> Forms:
    """Return a table of all languages: from tuples of words to the keys they mean."""
    forms: dict[Form, str] = {}
    for language in LANGUAGES:
        for key, words in _tables(language).get(name, {}).items():
            for form in forms_of(words, ","):
                forms.setdefault(form, key)
    return forms


@cache
def _tables(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of words.en.toml and of each family's own file, like words.calendar.en.toml.

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


@cache
def verbs_of_work() -> frozenset[str]:
    """Return the verbs of work by hand or in an office, in their base form."""
    return words_of("word_lists", "verbs") | words_of("word_lists", "chores")


_LONGEST_FORM = 200  # characters of a form of any table; a long message isn't tokenised again for each


@lru_cache(maxsize=4096)
def as_words(text: str) -> Form:
    """Return the folded words of a text."""
    return words_in(tokenize(text))


def forms_of(text: str, mark: str = "|") -> Iterator[Form]:
    """Yield a text's phrases, separated by marks, each as its words."""
    return (as_words(one.strip()) for one in text.split(mark))


def longest(name: str) -> int:
    """Return the length in words of a table's longest form."""
    return phrases_of(name).longest


def at_start(name: str, words: Form, first: int = 0) -> tuple[str, int]:
    """Return the key and length of the longest form at the start of `words[first:]`, or ('', 0)."""
    key, size = phrases_of(name).at_start(words, first)
    return key or "", size


def is_within(name: str, words: Form, first: int = 0) -> bool:
    """Return whether a form of a table occurs in `words[first:]`."""
    return any(phrases_of(name).at_start(words, at)[1] for at in range(first, len(words)))


def at_end(name: str, words: Form) -> tuple[str, int]:
    """Return the key and length of the longest form that ends `words`, ('', 0) if there is none."""
    key, size = phrases_of(name).at_end(words)
    return key or "", size


@cache
def phrases_of(name: str) -> Phrases[str]:
    return Phrases(table(name))


@cache
def cue_words(name: str) -> frozenset[str]:
    """Return words, one of which is in each form of a table: the longest word of each."""
    found = {form[0] for form in table(name) if len(form) == 1}
    for form in table(name):
        if found.isdisjoint(form):
            found.add(max(form, key=len))
    return frozenset(found)


def key_of(name: str, text: str) -> str:
    """Return the key that the whole text means, else empty."""
    return table(name).get(as_words(text), "") if len(text) <= _LONGEST_FORM else ""
