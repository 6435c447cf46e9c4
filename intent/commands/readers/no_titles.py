"""Judges text that would become a title: what surrounds it, and what can't be one."""

from intent.data_files import pattern

_TAIL, _NEVER = pattern("no_titles", "tail"), pattern("no_titles", "never")


def without_tail(title: str) -> str:
    """Return a title without what only hedges it: 'Lambing' of 'Lambing or something like that'."""
    return _TAIL.sub("", title) or title


def is_no_title(text: str) -> bool:
    """Return whether a text has words that nobody means as a title: a reason, an aside, a day unread."""
    return bool(_NEVER.search(text))
