"""Reads references to the one not meant last: 'the other one', 'el otro', and to 'all three'."""

from intent.commands.grammar.slot_types import Words
from intent.commands.types import Reference
from intent.commands.words import at_start, key_of, table

_POINTING = ("those", "these", "the")


def read_other(words: Words) -> Reference | None:
    """Return what was not meant last, perhaps of a kind: 'the other two tasks'."""
    said = tuple("" if token.is_quoted else token.word for token in words.tokens)
    number, size = at_start("other_one", said)
    kind = table("kind").get(said[size:], "") if size else ""
    if not size or (said[size:] and not kind):
        return None
    several = number == "many" or (bool(kind) and is_plural(said[-1]))
    return Reference(words.text, kind=kind, is_pronoun=True, is_other=True, is_plural=several)


def read_counted(words: Words) -> Reference | None:
    """Return what 'all three', 'all 3 of them' and 'those three' refer to."""
    said = tuple("" if token.is_quoted else token.word for token in words.tokens)
    begun = said[1:] if said[:1] == ("all",) else said
    rest = begun[1:] if begun[:1] and begun[0] in _POINTING else begun
    number = (key_of("quantity", rest[0]) or rest[0]) if rest and len(rest) < len(said) else ""
    if not number.isdecimal() or (rest[1:] and key_of("pronoun", " ".join(("all", *rest[1:]))) != "many"):
        return None
    return Reference(words.text, is_pronoun=True, is_plural=True, number=int(number))


def is_plural(word: str) -> bool:
    """Return whether a folded word for a kind is plural."""
    return word.endswith("s") or bool(key_of("plural", word))
