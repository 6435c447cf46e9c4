"""Slots for orders about attached files and earlier talk."""

from intent.commands.slot_types import Words, slot_type
from intent.commands.words import at_end, key_of

_LONGEST_ENDING = 5  # letters


@slot_type("attached_file")
def _attached_file(words: Words) -> str | None:
    """Return a file's name with its extension."""
    name, _, ending = words.text.rpartition(".")
    is_name = name and 1 < len(ending) <= _LONGEST_ENDING and ending.isalnum() and ending[0].isalpha()
    return words.text if is_name and len(words.tokens) == 1 else None


@slot_type("attached")
def _attached(words: Words) -> str | None:
    """Return the reference to a file attached to the message, or None."""
    return key_of("attached", words.text) or None if words.situation.attached else None


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
