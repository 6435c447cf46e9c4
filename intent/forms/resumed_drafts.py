"""Reads the wish to go on with a draft that was left or dropped: 'go back to the complaints one'."""

from intent.data_files import pattern
from intent.sentences.stems import stems_in

_AGAIN, _ASKED_AFTER = pattern("going_back", "again"), pattern("going_back", "asked_after")


def find_resumed_draft(message: str) -> str | None:
    """Return the words for the draft that is taken up again, '' for the last one, or None if none is."""
    found = _AGAIN.match(" ".join(message.split()))
    return None if found is None else found["which"] or ""


def asks_after_draft(message: str) -> bool:
    """Return whether somebody asks if a new agent is there yet: 'are you still building that agent?'"""
    return bool(_ASKED_AFTER.match(" ".join(message.split())))


def asks_after_it(message: str) -> bool:
    """Return whether such a question only says 'it', which may be anything."""
    found = _ASKED_AFTER.match(" ".join(message.split()))
    return bool(found) and any(found.groupdict().values() if found else ())


def is_called(words: str, about: str) -> bool:
    """Return whether what a draft is about has all telling words that it is called by."""
    return stems_in(words, _UNTOLD) <= stems_in(about, _UNTOLD)


_UNTOLD = frozenset(("the", "a", "an", "of", "for", "with", "about", "that", "new", "other", "first"))
