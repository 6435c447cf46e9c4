"""Reads the channel that results should go to: 'posts them in a channel called harbour' means #harbour."""

import re

from intent.data_files import pattern
from intent.slots.systems import find_systems

_WHERE = pattern("channels", "where")
_CALLED = pattern("channels", "called")
_POSTS = pattern("channels", "posts")
_TOLD = pattern("channels", "told")
_NO_NAME = pattern("channels", "no_name")


def cut_channel(text: str) -> tuple[str, str]:
    """Return a text without the channel for results, and that, '#harbour'. Empty if it names none.

    A channel of a named system is read with it: 'the Slack channel harbour'.
    """
    if find_systems(text):
        return text, ""
    called = _CALLED.search(text)
    own = f"{text[: called.start()]} {text[called.end() :]}" if called else text
    where = _WHERE.search(own)
    name = _name(called) or _name(where)
    if not name:
        return text, ""
    rest = f"{_before(where, own)}{own[where.end() :]}" if where else own
    return " ".join(rest.split()).strip(" ,"), f"#{name.lstrip('#')}"


def is_channel(text: str) -> bool:
    """Return whether a text only says where results go: 'Post it in a channel called harbour'."""
    rest, channel = cut_channel(text)
    return bool(channel) and not rest.strip(" .!,")


def _name(found: re.Match[str] | None) -> str:
    groups = found.groupdict() if found else {}
    names = [value for key, value in groups.items() if value and key not in ("verb", "what")]
    name = re.sub(r"\s+", "-", names[0].strip()) if names else ""
    return "" if _NO_NAME.fullmatch(name) else name


def _before(found: re.Match[str], text: str) -> str:
    """Return the words before a channel, without those that only say that results go there."""
    before = text[: found.end("what")]
    posts = None if _TOLD.match(text, found.end()) else _POSTS.search(before)
    return before[: posts.start()] if posts else before
