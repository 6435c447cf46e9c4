"""Reads when a thing of a list begins, and its days. It is due on one of them, so its title tells all."""

from collections.abc import Sequence
from typing import cast

from intent.commands.grammar.slot_types import Words, read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.words import key_of


def begins(words: Words, row: Sequence[Token]) -> bool:
    """Return whether a detail says when something begins: 'starts Wednesday', which isn't when it is due."""
    is_led = len(row) > 1 and bool(key_of("work_begins", row[0].word)) and not row[0].is_quoted
    return is_led and read_slot("day", words.part(row[1:])) is not None


def spans_of(words: Words, rows: Sequence[Sequence[Token]]) -> str:
    """Return in brackets the details that say a beginning or several days: ' (Thursday and Friday)'."""
    said = ", ".join(words.part(one).text for one in rows if begins(words, one) or _spans(words, one))
    return f" ({said})" if said else ""


def _spans(words: Words, row: Sequence[Token]) -> bool:
    found = cast("tuple[object, object] | None", read_slot("between_days", words.part(row)))
    return found is not None and found[0] != found[1]
