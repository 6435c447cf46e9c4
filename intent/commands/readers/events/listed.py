"""Calendar slots: several events in one sentence, each with a name and behind it its own day and time."""

from collections.abc import Sequence
from itertools import dropwhile

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import Token, fold
from intent.commands.readers.events.happenings import Happening
from intent.commands.readers.events.new_events import begins_an_order, begins_with_title, words_in_table
from intent.commands.readers.things.list_rows import AND

_JOINTS = (",", ";", *AND)
_FEWEST, _MOST = 2, 12  # events
_LONGEST = 120  # words


@slot_type("each_event")
def _each_event(words: Words) -> tuple[Happening, ...] | None:
    """Return the events: 'the visit on Friday at 3, and the tasting on Monday from 4 to 5'."""
    joints = [at for at, one in enumerate(words.tokens) if not one.is_quoted and one.word in _JOINTS]
    if not joints or len(words.tokens) > _LONGEST:
        return None
    found, start = list[Happening](), 0
    for end in (*joints, len(words.tokens)):
        if event := _event(words, words.tokens[start:end]):
            found.append(event)
            start = end
    return tuple(found) if start == len(words.tokens) and _FEWEST <= len(found) <= _MOST else None


@slot_type("each_booked")
def _each_booked(words: Words) -> tuple[Happening, ...] | None:
    """Return events that surely are some: each says until when it is, or one names the calendar."""
    found = _each_event(words)
    if found is None or any(one.in_calendar for one in found):
        return found
    return found if all(one.when.ends for one in found) else None


def _event(words: Words, tokens: Sequence[Token]) -> Happening | None:
    """Return the event of one part, None if it lacks its name, its day or its time."""
    part = words.part([*dropwhile(lambda one: one.word in _JOINTS, tokens)])
    event = read_slot("told_happening", part) if part.tokens else None
    if not isinstance(event, Happening) or not begins_with_title(part, event):
        return None
    states = any(one.word in words_in_table("statement") for one in part.tokens)
    return None if states or begins_an_order(fold(event.title)) else event
