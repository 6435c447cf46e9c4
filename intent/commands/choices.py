"""The choices of a question, told apart, and which of them an answer is."""

from collections import Counter
from collections.abc import Sequence

from intent.commands.words import as_words, key_of
from intent.types import ActionType, Choice


def is_only_urging(answer: str) -> bool:
    """Return whether an answer only urges to go on: 'okay, keep going'."""
    words = " ".join(word for word in as_words(answer) if word[:1].isalnum())
    return bool(key_of("urges", words))


def _tell_apart(choices: Sequence[tuple[str, str]]) -> list[str]:
    """Return titles, shared ones with their descriptions, and a number if these are equal too."""
    shared = Counter(title.casefold() for title, _ in choices)
    told = [f"{title}: {what}" if shared[title.casefold()] > 1 else title for title, what in choices]
    return [f"{one} ({number})" if told.count(one) > 1 else one for number, one in enumerate(told, 1)]


def choices_of(told: Sequence[tuple[str, str]]) -> tuple[Choice, ...]:
    """Return titles with descriptions as choices. Choosing one says which of several with the same title."""
    rows = zip(told, _tell_apart(told), strict=True)
    return tuple(Choice(title, what, ActionType.EXECUTE_TASK, says) for (title, what), says in rows)


def chosen_index(answer: str, choices: Sequence[tuple[str, str]]) -> int | None:
    """Return the index of the choice, a title with its description, that was picked by what it says."""
    names = [name.casefold() for name in _tell_apart(choices)]
    said = answer.strip(" .!\"'“”").casefold()
    return names.index(said) if said in names else None


def points_only(title: str) -> bool:
    """Return whether a title is only a verb and a pronoun: 'Selling it'."""
    verb, _, rest = title.partition(" ")
    return bool(verb) and bool(key_of("pronoun", rest))
