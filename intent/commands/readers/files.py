"""Slots for orders about attached files and earlier talk."""

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.words import at_end, key_of

_LONGEST_ENDING = 5  # letters
_BEFORE_NAME = frozenset(("the", "attached", "my", "file", "attachment", "called", "named"))
_OF_NAME = 2  # words


@slot_type("attached_file")
def _attached_file(words: Words) -> str | None:
    """Return a file's name with its extension."""
    return words.text if len(words.tokens) == 1 and _has_ending(words.text) else None


def _has_ending(text: str) -> bool:
    name, _, ending = text.rpartition(".")
    return bool(name) and 1 < len(ending) <= _LONGEST_ENDING and ending.isalnum() and ending[0].isalpha()


@slot_type("attached")
def _attached(words: Words) -> str | None:
    """Return the reference to a file attached to the message, or its name, or None."""
    known = key_of("attached", words.text) if words.situation.attached else ""
    *before, last = words.tokens
    named = {one.word for one in before} <= _BEFORE_NAME and _has_ending(last.text)
    return known or (last.text if named else None)


@slot_type("attached_about")
def _attached_about(words: Words) -> str | None:
    """Return a word that the name of a file attached to the message may have: 'the survey'."""
    said = [one.word for one in words.tokens]
    is_short = len(said) == _OF_NAME and said[0] in ("the", "that", "this")
    return _attached(words) or (said[1] if is_short and words.situation.attached else None)


@slot_type("calendar_file")
def _calendar_file(words: Words) -> str | None:
    """Return the reference to a calendar file: by its extension, or attached to the message."""
    return _attached_calendar(words) or _attached(words)


@slot_type("attached_calendar")
def _attached_calendar(words: Words) -> str | None:
    return words.text if len(words.tokens) == 1 and words.text.lower().endswith(".ics") else None


@slot_type("recalled", free=True)
def _recalled(words: Words) -> str | None:
    """Return the earlier topic to recall, or None for this conversation itself."""
    said = tuple(token.word for token in words.tokens)
    return None if at_end("no_topic", said)[0] == "here" or key_of("no_topic", words.text) else words.text
