"""Reads the answer to a question with choices: by its place, by name, or yes and no."""

from collections.abc import Sequence

from intent.commands.words import as_words, key_of
from intent.slots.names import best_names, certain_name
from intent.slots.places import read_place


def says_nothing(answer: str) -> bool:
    """Return whether an answer only urges on: 'okay, keep going'."""
    words = " ".join(word for word in as_words(answer) if word[:1].isalnum())
    return bool(key_of("urges", words))


def chosen(answer: str, names: Sequence[str]) -> int | None:
    """Return the place of the name that an answer means, from 0; of a single one 'yes' means it."""
    said = answer.strip(" .!\"'“”")
    same = [place for place, name in enumerate(names) if name.casefold() == said.casefold()]
    if same:
        return same[0]
    if len(names) == 1 and key_of("yes", said):
        return 0
    if place := read_place(said):
        found = range(len(names))[place.places]
        return found[0] if len(found) == 1 else None
    name = certain_name(best_names(said, names), least=60)
    return names.index(name) if name else None


def points_only(title: str) -> bool:
    """Return whether a title is only a deed and a word for what was named before: 'Selling it'."""
    verb, _, rest = title.partition(" ")
    return bool(verb) and bool(key_of("pronoun", rest))
