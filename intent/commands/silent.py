"""Fillers at the beginning of a message: the table `silent` of words.talk.en.toml."""

from intent.commands.words import at_start

_LEADING = ("sounds", "around", "opens", "waits")


def leads(words: tuple[str, ...]) -> int:
    """Return the number of filler words at the beginning: 'oh, by the way'."""
    key, size = at_start("silent", words)
    return size if key in _LEADING else 0


def waits(words: tuple[str, ...]) -> int:
    """Return the number of words at the beginning that ask to wait: 'hang on a sec'."""
    key, size = at_start("silent", words)
    return size if key == "waits" else 0
