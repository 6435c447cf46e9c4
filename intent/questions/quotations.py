"""A text that a person quotes in a message, to ask about it: 'She wrote: "…". When does it start?'"""

from intent.commands.tokens import tokenize
from intent.sentences.question_forms import is_question

_LEAST = 5  # words of a text; fewer are a name


def quoted_in(message: str) -> str:
    """Return the text that a message quotes and asks about outside of it; empty without one."""
    quoted = [one for one in tokenize(message) if one.is_quoted and len(one.text.split()) >= _LEAST]
    if len(quoted) != 1:
        return ""
    own = message[: quoted[0].start], message[quoted[0].end :]
    return quoted[0].text if any(is_question(one.strip(" .,:")) for one in own if one.strip(" .,:?")) else ""
