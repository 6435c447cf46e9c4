"""Reads which part of several is meant: 'only the trailer please, we do need the lecturer after all'."""

from intent.commands.tokens import tokenize
from intent.commands.words import at_start, key_of

_POLITE = frozenset(("please", "pls", "thanks", "then", "bitte"))


def only_part(message: str) -> tuple[str, str]:
    """Return the words after 'only', and those after that, both empty if there is no 'only'."""
    tokens = tokenize(message)
    size = at_start("only_part", tuple(one.word for one in tokens))[1]
    if not size:
        return "", ""
    end = next((at for at in range(size, len(tokens)) if tokens[at].is_mark), len(tokens))
    named = [one for one in tokens[size:end] if one.word not in _POLITE]
    while named and key_of("article", named[0].word):
        named = named[1:]
    while named and key_of("kind", named[-1].word):
        named = named[:-1]
    text = message[named[0].start : named[-1].end] if named else ""
    return text, message[tokens[end].end :].strip() if end < len(tokens) else ""
