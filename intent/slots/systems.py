"""The systems that people store data in or receive messages by, and which of the two a text means."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from intent.data_files import data_of, pattern

_pattern = partial(pattern, "systems")

_STORES, _CHANNELS = data_of("systems")["stores"], data_of("systems")["channels"]
_PATTERNS = {
    name: re.compile(rf"(?<![\w#@.-])(?:{words})(?!\w|@|(?-i:-[a-z]))", re.IGNORECASE)
    for name, words in (_STORES | _CHANNELS).items()
}
_READS = _pattern("reads")
_WRITES = _pattern("writes")
_MESSAGES = ("email", "SMS")  # also name data: 'count the emails'
_BY_MESSAGE = _pattern("by_message")
_MESSAGES_SOMEBODY = _pattern("messages_somebody")
_FROM = _pattern("read_from")
_NAMED_BEFORE, _NAMED_AFTER = (_pattern(name, flags=re.NOFLAG) for name in ("named_before", "named_after"))
_NAME = 3  # words
_NEARBY = 100  # characters before a system that say how it is used


class Mention(NamedTuple):
    """A system in a text: its proper name, its role there, and its span."""

    name: str
    role: Literal["source", "destination"]
    start: int
    end: int


def find_systems(text: str) -> list[Mention]:
    """Return the systems in `text`, in order."""
    return sorted(_mentions(text), key=lambda mention: mention.start)


def unknown_sources(text: str) -> list[str]:
    """Return the unknown systems named with a known one: 'from Tablebook and HubSpot'."""
    read = [one for one in find_systems(text) if _FROM.search(text[max(0, one.start - _NEARBY) : one.start])]
    sides = ((_NAMED_BEFORE.search(text[: one.start]), _NAMED_AFTER.match(text, one.end)) for one in read)
    names = [found["name"] for pair in sides for found in pair if found]
    return [one for one in names if not find_systems(one)]


def outside_systems(*texts: str) -> list[str]:
    """Return the systems outside of OmniForge in the texts, without duplicates."""
    names = (mention.name for text in texts for mention in find_systems(text))
    return list(dict.fromkeys(name for name in names if name != "this chat"))


def is_proper_name(text: str) -> bool:
    """Return whether a text is a name of a few capitalised words, like that of an unknown system."""
    words = text.split()
    return 0 < len(words) <= _NAME and all(one[:1].isupper() for one in words) and "." not in text


def properly_spelled(text: str) -> str:
    """Return `text` with systems spelled properly."""
    for mention in reversed(find_systems(text)):
        text = text[: mention.start] + mention.name + text[mention.end :]
    return text


def _mentions(text: str) -> Iterator[Mention]:
    for name, form in _PATTERNS.items():
        for match in form.finditer(text):
            before = text[max(0, match.start() - _NEARBY) : match.start()]
            goes = _MESSAGES_SOMEBODY.match(text, match.end()) or _BY_MESSAGE.search(before)
            is_read = name in _MESSAGES and not goes
            yield Mention(name, "source" if is_read else _role(name, before), match.start(), match.end())


def _role(name: str, before: str) -> Literal["source", "destination"]:
    if name in _CHANNELS:
        return "source" if _READS.search(before) else "destination"
    return "destination" if _WRITES.search(before) else "source"


def rename_system(text: str, old: str, new: str) -> str:
    """Return a text with one system replaced by another."""
    return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, text, flags=re.I)
