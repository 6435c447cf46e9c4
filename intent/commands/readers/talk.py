"""Reads what help is asked on."""

from intent.commands.slot_types import Words, slot_type
from intent.commands.words import key_of


@slot_type("help_topic")
def _help_topic(words: Words) -> str | None:
    """Return the topic that words name."""
    return key_of("help_topic", words.text) or None
