"""Which of some offered choices a message picks: by its place, the agent it names, or its words."""

from collections.abc import Sequence

from intent.rules.reading import Reading
from intent.rules.targets import place_in_list
from intent.rules.text import fold, words
from intent.types import Choice

_LONGEST_PICK = 12  # words; a longer message says more than which one


def chosen_place(message: Reading, content: Sequence[str], choices: Sequence[Choice]) -> int | None:
    """The place of the choice, from 0, or None. `content` are the words of the message that carry weight."""
    if not choices:
        return None
    typed = _typed(message.text, choices)
    if typed is not None or len(message.words) > _LONGEST_PICK or "?" in message.words:
        return typed
    place = place_in_list(message.text)
    if place is not None and -len(choices) <= place < len(choices):
        return place % len(choices)
    named = [spot for spot, choice in enumerate(choices) if choice.target_agent in message.agents]
    return named[0] if len(named) == 1 else _by_words(content, choices)


def _typed(text: str, choices: Sequence[Choice]) -> int | None:
    """The choice whose own words were sent, as a click does."""
    wanted = fold(text.strip(" .!"))
    for place, choice in enumerate(choices):
        if wanted in (fold(choice.title), fold(choice.message)):
            return place
    return None


def _by_words(content: Sequence[str], choices: Sequence[Choice]) -> int | None:
    """The one choice whose title shares most words with the message, and at least half of those."""
    shared = [len(set(content) & set(words(choice.title))) for choice in choices]
    best = max(shared)
    return shared.index(best) if best and shared.count(best) == 1 and best * 2 >= len(content) else None
