"""Where an order ends and its text begins: after a colon, or below its line."""

from intent.commands.catalogue import verbs
from intent.commands.remarks import only_states
from intent.commands.tokens import tokenize
from intent.data_files import words_of

_LEAD = 3  # words within which an order's verb comes


def end_of_order(message: str) -> int:
    """Return where the text after an order begins; the end of the message if there is none."""
    for token in tokenize(message):
        if token.word == "\n" or (token.word == ":" and _orders(message[: token.start])):
            return token.start
    return len(message)


def _orders(text: str) -> bool:
    said = [one.word for one in tokenize(text) if not one.is_quoted]
    begins = any(word in words_of("statements", "order") for word in said[:_LEAD])
    return begins or (not verbs().isdisjoint(said) and not only_states(text))
