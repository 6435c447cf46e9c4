"""Slot for who or what gets an agent's results: '#desk', 'ann@bakery.example', 'Ann and Slack'."""

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import split_at
from intent.commands.words import at_start, key_of

_LONGEST = 3  # words of a name
_JOINTS = {"and", ",", "&", "or"}


@slot_type("receivers")
def _receivers(words: Words) -> tuple[str, ...] | None:
    """Return one or several receivers: 'Ann and #desk'."""
    parts = [words.part(row) for row in split_at(words.tokens, _JOINTS) if row]
    found = [_receiver(one) for one in parts]
    return tuple(one for one in found if one) if found and all(found) else None


def _receiver(words: Words) -> str | None:
    """Return a channel, an address, or a short name. A pronoun or a skill is none."""
    if found := read_slot("channel", words):
        return str(found)
    if read_slot("known_skill", words):
        return None
    said = tuple(one.word for one in words.tokens)
    bare = words.tokens[at_start("article", said)[1] :]
    is_name = 0 < len(bare) <= _LONGEST and not any(_is_no_name(one.word) for one in bare)
    return words.source[bare[0].start : bare[-1].end] if is_name else None


def _is_no_name(word: str) -> bool:
    kinds = ("pronoun", "kind", "article", "someone", "no_name")
    return not word[0].isalpha() or any(key_of(kind, word) for kind in kinds)
