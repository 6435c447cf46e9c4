"""Where an order ends and its text or list begins, after a colon or below its line, and where a list ends."""

from collections.abc import Sequence

from intent.commands.catalogue import verbs
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.remarks import only_states
from intent.commands.types import Command, Reference
from intent.data_files import words_of

_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»"}
_CHANGE = "thing.update"
_LEAD = 3  # words within which an order's verb comes


def end_of_order(message: str) -> int:
    """Return where the text after an order begins. The end of the message if there is none."""
    said, has_verb = list[str](), False
    for token in tokenize(message):
        if token.word == "\n":
            return token.start
        if token.word == ":" and (_begins(said) or (has_verb and not only_states(message[: token.start]))):
            return token.start
        if not token.is_quoted:
            said.append(token.word)
            has_verb = has_verb or token.word in verbs()
    return len(message)


def _begins(said: Sequence[str]) -> bool:
    return any(word in words_of("statements", "order") for word in said[:_LEAD])


def changes_listed(found: Command | None, listed: Sequence[Token]) -> bool:
    """Return whether the sentence behind a list changes something in it: 'Give the roof to Ann.'"""
    thing = found.slots.get("thing") if found and found.name == _CHANGE else None
    if not isinstance(thing, Reference):
        return False
    said = {one.word for one in listed}
    return any(one.name and {*one.name.casefold().split()} <= said for one in (thing, *thing.parts))


def unquoted(text: str) -> str:
    """Return a text without quotation marks around the whole."""
    ends = _QUOTES.get(text[:1], "")
    return text[1:-1] if ends and text[-1] in ends and not any(one in text[1:-1] for one in ends) else text
