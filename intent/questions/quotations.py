"""A text quoted in a message with a question about it: 'She wrote: "…". When does it start?'"""

from intent.commands.grammar.tokens import tokenize
from intent.sentences.question_forms import is_question

_LEAST = 5  # fewest words of a text; a shorter one is a name


def quoted_in(message: str) -> str:
    """Return the text that a message quotes and asks about outside the quotation, else empty."""
    quoted = [one for one in tokenize(message) if one.is_quoted and len(one.text.split()) >= _LEAST]
    if len(quoted) != 1:
        return ""
    own = message[: quoted[0].start], message[quoted[0].end :]
    return quoted[0].text if any(is_question(one.strip(" .,:")) for one in own if one.strip(" .,:?")) else ""
