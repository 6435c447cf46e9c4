"""Events told in several sentences, and the order to enter them all behind: 'Put all that in my calendar'."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from intent.commands.grammar.slot_types import read_slot, words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.events.happenings import Happening
from intent.commands.readers.events.titles import capitalised, without_article
from intent.commands.types import Command, Reading, Situation
from intent.data_files import pattern
from intent.slots.text import sentences
from intent.slots.times import read_duration

_LONGEST = 1_500  # characters of a message
_pattern = partial(pattern, "told_events")
_ORDER, _LEAD, _OWN, _LASTS = map(_pattern, ("order", "lead", "own", "lasts"))
_HERE, _NO_EVENT, _PUTS = map(_pattern, ("here", "no_event", "puts"))


def read_told_events(message: str, situation: Situation, read: Callable[[str], Reading]) -> Reading | None:
    """Return the events told around an order to enter them. What is no event is left uncovered.

    An order alone means what the message before it told. One sentence with its order behind it is a clause.
    """
    found = _ORDER.search(message) if len(message) <= _LONGEST else None
    if found is None or "?" in message[: found.start()] or ("?" in found[0] and not found["asks"]):
        return None
    told = [*_told(message[: found.start()], situation), *([found["more"]] if found["more"] else [])]
    before = [] if told or _is_entered(situation.said, read) else _told(situation.said, situation)
    if len(told) < 2 and not before:
        return None
    events = {one: _event(one, situation) for one in told or before}
    meant = [*events.values()][-1:] if found["one"] and not found["more"] else [*events.values()]
    entered = tuple(one for one in meant if one)
    if not entered or (found["one"] and not all(meant)):
        return None
    left = [one for one, event in events.items() if told and event not in entered]
    command = Command("event.create_all", {"happenings": entered}, writes=True).covering(message)
    return Reading((command,), tuple(left))


def _is_entered(said: str, read: Callable[[str], Reading]) -> bool:
    """Return whether a message asks something, or already changed the calendar."""
    return "?" in said or any(one.name.startswith("event.") for one in read(said).commands)


def _told(text: str, situation: Situation) -> list[str]:
    """Return the sentences before the order, or the items of a list in one of them."""
    rows = [one.words.strip(" ,;:") for one in sentences(text)]
    items = [part.strip() for one in rows for part in re.split(r";\s|,\s+(?:and\s+)?|\s+and\s+", one)]
    listed = len(rows) == 1 and len(items) > 1 and all(_event(one, situation) for one in items)
    return items if listed else [one for one in rows if one]


def _event(said: str, situation: Situation) -> Happening | None:
    """Return what a sentence tells of a day to come, with its day and its time or last day."""
    text = _HERE.sub("", _LEAD.sub("", said.strip(" .!,;:")))
    lasts = _LASTS.search(text)
    length = read_duration(lasts["lasts"]) if lasts else None
    text = text[: lasts.start()] if lasts and length else text
    words = words_of(text, tokenize(text), situation)
    event = None if _NO_EVENT.search(text) or not words.tokens else read_slot("told_happening", words)
    if not isinstance(event, Happening):
        return None
    title = capitalised(without_article(_OWN.sub("", event.title)))
    when = replace(event.when, length=length.length) if length and length.length else event.when
    return replace(event, title=title, when=when)


def puts_existing(words: str) -> bool:
    """Return whether an order may put an event that is there to a time: 'make the rehearsal at 3'."""
    return bool(_PUTS.match(words))
