"""Reads references to the one not meant last: 'the other one', 'el otro', and to 'all three'."""

from intent.commands.slot_types import Words
from intent.commands.types import Reference
from intent.commands.words import at_start, key_of, table


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
    """Return what 'all three' and 'all 3 of them' refer to."""
    said = tuple("" if token.is_quoted else token.word for token in words.tokens)
    number = key_of("quantity", said[1]) or said[1] if len(said) > 1 and said[0] == "all" else ""
    if not number.isdecimal() or (said[2:] and key_of("pronoun", " ".join(("all", *said[2:]))) != "many"):
        return None
    return Reference(words.text, is_pronoun=True, is_plural=True, number=int(number))


def is_plural(word: str) -> bool:
    """Return whether a folded word for a kind is plural."""
    return word.endswith("s") or bool(key_of("plural", word))
