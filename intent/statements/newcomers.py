"""What people ask of the product in their first words and in passing: 'where do I begin?', 'do you sleep?'"""

import re
from enum import StrEnum

from intent.data_files import pattern
from intent.dialogue import Reply, read_small_talk
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import folded
from intent.statements.introductions import introduces
from omniforge.projects.search.sentences import sentences_of


class Asked(StrEnum):
    """What is asked. Of several, the first one here is answered first."""

    READERS = "readers"
    MODEL = "model"
    HELP = "help"
    HOW = "asks_how"
    TIRELESS = "tireless"
    WEATHER = "weather"


_PASSING = (Asked.TIRELESS, Asked.WEATHER)
_LONGEST = 600  # characters of a message that only introduces somebody or chats


def newcomer_asks(message: str, *, is_first: bool) -> list[Asked]:
    """Return what a message asks of the product, empty if it wants something else, too.

    Beside it the first message of a conversation may tell anything, any other only greet and chat.
    """
    if "\n" in message.strip() or len(message) > _LONGEST:
        return []
    parts = _parts(message)
    asked = [_asked(one) for one in parts]
    others = [one for one, what in zip(parts, asked, strict=True) if what is None and not is_beside(one)]
    found = sorted({one for one in asked if one}, key=list(Asked).index)
    feels = all(pattern("newcomers", "feels").search(folded(one)) or _leave(one) for one in others)
    passing = not {*found} - {*_PASSING} and feels
    asks_more = any(is_question(one) for one in others)
    return found if (is_first or passing or not others) and not asks_more else []


def is_beside(text: str) -> bool:
    """Return whether words beside an order or question only greet, or introduce somebody."""
    said = folded(text)
    return (
        read_small_talk(text) is not None
        or introduces(text)
        or pattern("newcomers", "brief").search(said) is not None
    )


def greets(message: str) -> bool:
    """Return whether a message begins with a greeting: 'well hello there, Dee here'."""
    return pattern("newcomers", "greets").match(folded(message)) is not None


def tells_of_self(message: str) -> bool:
    """Return whether a message speaks of the person who writes: 'Dee here', 'my accountant sent me'."""
    return pattern("newcomers", "of_self").search(folded(message)) is not None


def takes_leave(message: str) -> Reply | None:
    """Return what small talk is beside a question in passing: thanks, or a goodbye."""
    each = [*map(_leave, _parts(message))]
    return next((one for one in (Reply.GOODBYE, Reply.THANKS) if one in each), None)


def _parts(message: str) -> list[str]:
    """Return the sentences, a question apart from what follows it."""
    return [part for one in sentences_of(message) for part in re.split(r"(?<=\?)\s+", one)]


def _leave(text: str) -> Reply | None:
    leaves = pattern("newcomers", "leaves").search(folded(text))
    return Reply.GOODBYE if leaves else read_small_talk(text)


def _asked(text: str) -> Asked | None:
    said = folded(text)
    return next((one for one in Asked if pattern("newcomers", one).search(said)), None)
