"""One event more, placed by the one just added: 'and a boiler check on the same day, an hour later'."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.readers.events.happenings import Happening
from intent.commands.types import Reading
from intent.commands.words import at_start
from intent.data_files import pattern
from intent.slots.times import read_duration

_CREATE = "event.create"
_DELETE = "event.delete"
_OTHER_DAY = pattern("told_events", "other_day")
_DAY = timedelta(days=1)
_LENGTH = 5  # words of 'an hour and a half'
_LONGEST = 25  # words
Read = Callable[[str], Reading]


def read_further_event(message: str, said: str, read: Read) -> Reading | None:
    """Return the order for an event on the day of the one that the previous message added, or right after."""
    tokens = [one for one in tokenize(message) if not one.is_mark]
    words = tuple(one.word for one in tokens)
    size = at_start("further_event", words)[1]
    before = _event_of(said, read) if 0 < size < len(words) <= _LONGEST else None
    if before is None or before.when.first is None or before.when.at is None:
        return None
    starts = datetime.combine(before.when.first, before.when.at)
    rest, when, is_later = _placed(message, tokens[size:], starts)
    if when is None or not rest:
        return None
    clock = f" at {when:%H:%M}" if is_later else ""
    found = read(f"add {rest} to my calendar on {when:%Y-%m-%d}{clock}")
    is_event = found.is_whole and [one.name for one in found.commands] == [_CREATE]
    return Reading((found.commands[0].covering(message),)) if is_event else None


def read_other_day(message: str, said: str, read: Read) -> Reading | None:
    """Return the order to call off an event of another day, too, behind a message that called one off."""
    found = _OTHER_DAY.match(message.strip())
    begun = read(said).commands if found and said else ()
    if not found or not begun or any(one.name != _DELETE for one in begun):
        return None
    both = read(f"{said.strip(' .!')} and the one on {found['day']}")
    is_more = both.is_whole and len(both.commands) == len(begun) + 1 and both.commands[-1].name == _DELETE
    return Reading((both.commands[-1].covering(message),)) if is_more else None


def _event_of(said: str, read: Read) -> Happening | None:
    commands = read(said).commands if said else ()
    event = commands[0].slots.get("event") if [one.name for one in commands] == [_CREATE] else None
    return event if isinstance(event, Happening) else None


def _placed(message: str, tokens: Sequence[Token], starts: datetime) -> tuple[str, datetime | None, bool]:
    """Return the words without those that place an event, when it is, and whether that is its time, too."""
    kept, at, when, is_later = list[Token](), 0, starts, False
    while at < len(tokens):
        words = tuple(one.word for one in tokens[at:])
        day, size = at_start("day_of_event", words)
        later = 0 if size else _later(message, tokens[at:])
        if size:
            when += _DAY * (day == "next")
        elif later:
            when += read_duration(_text(message, tokens[at : at + later - 1])).length  # type: ignore[union-attr]
            is_later = True
        else:
            kept.append(tokens[at])
        at += size or later or 1
    places = len(kept) < len(tokens)
    return " ".join(one.text for one in kept), when if places else None, is_later


def _later(message: str, tokens: Sequence[Token]) -> int:
    """Return how many words say how much later: 'an hour later'."""
    for size in range(2, min(_LENGTH, len(tokens)) + 1):
        is_later = at_start("later_than_event", (tokens[size - 1].word,))[1]
        if is_later and (found := read_duration(_text(message, tokens[: size - 1]))) and found.length:
            return size
    return 0


def _text(message: str, tokens: Sequence[Token]) -> str:
    return message[tokens[0].start : tokens[-1].end]
