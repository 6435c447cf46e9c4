"""Rewrites an order for things of several kinds as one for each: “add a risk that …, the goal …”."""

import re
from collections.abc import Sequence

from intent.data_files import pattern

_ORDER, _JOINT, _ITEM, _LINKED = (pattern("mixed_kinds", one) for one in ("order", "joint", "item", "linked"))
_LONGEST = 600  # characters of such a message
_DATED = ("task", "todo", "to-do", "milestone")  # whose titles end before a day
_PLAIN = ("task", "todo", "to-do")  # of which a list is read as it is


def write_each_kind(message: str) -> str:
    """Return such an order as a sentence for each thing, any other message unchanged."""
    found = _ORDER.match(message) if len(message) <= _LONGEST else None
    items = _items(found["items"]) if found and not _LINKED.search(found["items"]) else ()
    if found is None or not items:
        return message
    home = f" to {found['home']}" if found["home"] else ""
    return ". ".join(f"add a {one['kind']}{home}: {_title(one)}" for one in items)


def _title(item: re.Match[str]) -> str:
    """Return the words for a thing. A risk is a sentence: quoted up to its details, it stays whole."""
    told, comma, details = item["title"].strip().partition(",")
    if item["kind"].lower() in _DATED or "“" in told or '"' in told:
        return item["title"]
    return f"“{told}”{comma}{details}"


def _items(text: str) -> Sequence[re.Match[str]]:
    """Return the kind and title of each thing, none unless there are several, not all of them tasks."""
    items = [_ITEM.match(one.strip()) for one in _JOINT.split(text)]
    told = [one for one in items if one]
    is_mixed = len(told) == len(items) > 1 and any(one["kind"].lower() not in _PLAIN for one in told)
    return told if is_mixed else ()
