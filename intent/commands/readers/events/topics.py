"""Reads what events are called that are asked for: 'key handovers', 'viewings and handovers'."""

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, slot_type, text_of
from intent.commands.grammar.tokens import split_at
from intent.commands.words import at_start, key_of, table
from intent.slots.days import find_days

_LISTING = {"and", "or", ",", "&", "plus"}
_LONGEST = 6  # words
_NONE = ("else", "time", "times", "day", "days", "date", "dates")


@slot_type("event_topics", free=True)
def _event_topics(words: Words) -> tuple[str, ...] | None:
    """Return what events may be called. What projects and agents have, 'tasks' and 'notes', is none."""
    if len(words.tokens) > _LONGEST or any(one.is_quoted for one in words.tokens):
        return None
    rows = [_bare(words.part(row)) for row in split_at(words.tokens, _LISTING)]
    return tuple(rows) if all(rows) and not find_days(words.text, words.situation.now.date()) else None


def _bare(words: Words) -> str:
    said = tuple(one.word for one in words.tokens)
    first = said[:1] == ("of",)
    size = first + at_start("article", said, first)[1]
    rest = said[size:]
    if not rest or rest[0] in verbs() or any(_is_other(one) for one in rest):
        return ""
    return text_of(words.source, words.tokens[size:])


def _is_other(word: str) -> bool:
    kind = table("kind").get((word,))
    return (
        word in _NONE
        or bool(kind and kind != "thing")
        or bool(key_of("pronoun", word) or key_of("condition_word", word))
    )
