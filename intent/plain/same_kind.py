"""Names the kind of a further event that is only pointed at: 'a fitting with Ann on Monday, one with Bo'."""

from intent.commands.words import key_of
from intent.data_files import pattern

_FIRST, _ONE = pattern("same_kind", "first"), pattern("same_kind", "one")
_LONGEST = 400  # characters of such a message
_EVENT = "event"


def name_same_kind(message: str, before: str = "") -> str:
    """Return the message with 'a fitting with …' for 'one with …', if it or the message before orders one."""
    kind = _kind_in(message) or _kind_in(before)
    if not kind or len(message) > _LONGEST:
        return message
    return _ONE.sub(lambda found: f"{found['joint']}{kind}", message)


def _kind_in(order: str) -> str:
    """Return the kind of event with its article that a message orders: 'a fitting', empty if it is none."""
    found = _FIRST.match(order)
    is_event = found is not None and key_of("kind", found["noun"].split()[-1]) in ("", _EVENT)
    return f"{found['article']} {found['noun']}" if found and is_event else ""
