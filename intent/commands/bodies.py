"""Where an order ends and its text begins: after a colon, or below its line."""

from collections.abc import Sequence

from intent.commands.catalogue import verbs
from intent.commands.remarks import only_states
from intent.commands.tokens import tokenize
from intent.data_files import words_of

_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»"}
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


def unquoted(text: str) -> str:
    """Return a text without quotation marks around the whole."""
    ends = _QUOTES.get(text[:1], "")
    return text[1:-1] if ends and text[-1] in ends and not any(one in text[1:-1] for one in ends) else text
