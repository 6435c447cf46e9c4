"""Tells talk about platform settings from talk about work with the same words: 'the alarm's password'."""

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, at_start

_MOST_NAMES = 2


def speaks_of_settings(text: str) -> bool:
    """Return whether a text names a setting, and otherwise at most a person."""
    words = tuple(one.word for one in tokenize(text) if not one.is_mark)
    things, names, may_be_name, at = 0, 0, False, 0
    while at < len(words):
        kind, size = _kind_at(words[at:])
        if kind == "name" and not (may_be_name and names < _MOST_NAMES):
            return False
        things += kind == "thing"
        names += kind == "name"
        may_be_name = kind in ("verb", "name")
        at += size
    return things > 0


def orders_settings(text: str) -> bool:
    """Return whether a text orders a settings change: 'change the settings', but not 'my inbox'."""
    return bool(at_start("settings_verb", as_words(text))[1]) and speaks_of_settings(text)


def _kind_at(words: tuple[str, ...]) -> tuple[str, int]:
    found = {kind: at_start(f"settings_{kind}", words)[1] for kind in ("thing", "verb", "beside")}
    kind = max(found, key=lambda one: found[one])
    return (kind, found[kind]) if found[kind] else ("name", 1)
