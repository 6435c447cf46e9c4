"""Reads things by whose they are or by one condition: 'Conor's', 'Maya's stuff', 'those in the shed'."""

from intent.commands.grammar.slot_types import Words, read_slot
from intent.commands.types import Condition, Reference
from intent.commands.words import key_of
from intent.commands.work.conditions import conditions_after

_POSSESSIVE, _MARKS = "'s", ("'", "’")


def read_belongings(words: Words) -> Reference | None:
    """Return what words say by one condition and no name."""
    found = _of_person(words) or _limited(words)
    return Reference(words.text, is_plural=True, conditions=(found,)) if found else None


def _of_person(words: Words) -> Condition | None:
    """Return whose things are meant, the 's at the end isn't part of the words."""
    said = [one.word for one in words.tokens]
    at = said.index(_POSSESSIVE) if _POSSESSIVE in said else len(said)
    behind = words.source[words.tokens[-1].end :][:1]
    if at == len(said) and behind not in _MARKS:
        return None
    if not all(key_of("belongings", one) for one in said[at + 1 :]):
        return None
    person = read_slot("person", words.part(words.tokens[:at])) if at else None
    return Condition("assignee", person) if isinstance(person, str) else None


def _limited(words: Words) -> Condition | None:
    """Return the one condition of 'those of Maya', 'the ones that are late'."""
    said = tuple(one.word for one in words.tokens)
    size = 1 + bool(key_of("article", said[0])) if said else 0
    if len(said) <= size or not key_of("belongings", said[size - 1]):
        return None
    found = conditions_after(words, words.tokens[size:]) or ()
    return found[0] if len(found) == 1 else None
