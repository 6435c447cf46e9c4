"""Names the project of 'set up a project for it' by what the sentences before it tell of."""

from intent.data_files import pattern
from intent.slots.text import sentences

_ORDER, _SUBJECT, _OBJECT, _WHOSE = (
    pattern("projects_for_it", one) for one in ("order", "subject", "object", "whose")
)
_LONGEST = 1_000  # characters of such a message
_NAME = 8  # words


def name_project(message: str) -> str:
    """Return the message with the project's name in place of 'for it', or unchanged."""
    found = _ORDER.search(message) if len(message) <= _LONGEST else None
    if found is None:
        return message
    name = "" if found["called"] else _told_in(message[: found.start()])
    if not (name or found["called"]):
        return message
    called = f" called “{name}”" if name else ""
    return f"{message[: found.start()]}{found['project']}{called}{message[found.end() :]}"


def _told_in(text: str) -> str:
    """Return what the last of some sentences that has a subject or plan is about, empty if none has."""
    rows = [*(one.words for one in sentences(text)), *text.split(". ")]
    told = [_SUBJECT.match(one) or _OBJECT.match(one) or _WHOSE.match(one) for one in rows]
    names = [one["name"].strip() for one in told if one and len(one["name"].split()) <= _NAME]
    return names[-1] if names else ""
