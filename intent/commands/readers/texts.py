"""Slots of orders about texts: what is found, counted, picked."""

from intent.commands.slot_types import Reader, Words, slot_type
from intent.commands.words import key_of, longest


def _keyed(name: str) -> Reader:
    def reader(words: Words) -> str | None:
        return key_of(name, words.text) or None if len(words.tokens) <= longest(name) else None

    return reader


for _name in ("text_item", "text_unit", "text_place"):
    slot_type(_name)(_keyed(_name))


@slot_type("attached")
def _attached(words: Words) -> str | None:
    """Return what names a file that came with the message; None without one."""
    return key_of("attached", words.text) or None if words.situation.attached else None
