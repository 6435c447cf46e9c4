"""Reads a less frequent schedule for an agent: 'once a month is plenty: on the 1st, at 8'."""

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.readers.times.repeats import read_repeats
from intent.commands.words import at_start
from intent.slots.recurrence import Recurrence

_FORM = "form"  # in a form the same words are about the draft


@slot_type("enough")
def _enough(words: Words) -> Recurrence | None:
    """Return the schedule that is enough for the agent spoken of, or None if there is none."""
    situation = words.situation
    if situation.scope == _FORM or not (situation.spoken_agent or situation.at_hand == "agent"):
        return None
    said = tuple(token.word for token in words.tokens)
    for at in range(1, len(said)):
        if size := at_start("suffices", said[at:])[1]:
            start, end = words.tokens[at].start, words.tokens[at + size - 1].end
            before = words.source[words.tokens[0].start : start]
            rest = words.source[end : words.tokens[-1].end].lstrip(" :,-–—")
            return read_repeats(f"{before.strip()} {rest}".strip(), situation.now.date())
    return None
