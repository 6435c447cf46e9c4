"""Completes a project's partial name in a text: 'what is open for the summer fair'."""

from collections.abc import Iterable, Sequence

from intent.commands.tokens import Token, tokenize
from intent.commands.words import at_start
from intent.slots.names import PART, best_names, certain_name
from intent.text import find_name

_LONGEST = 4  # words of a partial name


def in_full(text: str, projects: Sequence[str]) -> str:
    """Return a text with the full name of the one project that its last words certainly mean.

    Any other text is returned unchanged.
    """
    if any(find_name(one, text) for one in projects):
        return text
    tokens = tokenize(text)
    found = ((one, certain_name(best_names(said, projects), least=PART)) for one, said in _ends(text, tokens))
    start, name = next(((one, name) for one, name in found if name), (None, ""))
    return text if start is None else f"{text[: start.start]}{name}"


def _ends(text: str, tokens: Sequence[Token]) -> Iterable[tuple[Token, str]]:
    """Yield the last words after 'for' or 'in', longest first, with their beginning."""
    for place in range(max(1, len(tokens) - _LONGEST), len(tokens)):
        if at_start("project_behind", (tokens[place - 1].word,))[1]:
            yield tokens[place], text[tokens[place].start :]
