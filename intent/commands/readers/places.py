"""A slot for the place of one in a list: 'first', '2nd', 'last'."""

from intent.commands.slot_types import Words, slot_type
from intent.commands.words import key_of


@slot_type("ordinal")
def _ordinal(words: Words) -> int | None:
    """Return the place, counted from 1, from the end if negative; None if the words are none."""
    key = key_of("ordinal", words.text)
    return int(key) if key else None
