"""Reads the wish that something here be watched: 'I want to be told when something is overdue'."""

from functools import partial

from intent.commands import Situation
from intent.data_files import pattern
from intent.forms.own_work import purpose_question

_pattern = partial(pattern, "watching")

_WATCHED, _WISHED, _LEADS = _pattern("watched"), _pattern("wished"), _pattern("leads")


def find_watch_order(message: str, situation: Situation) -> str:
    """Return an order for an agent that watches what is here, empty if commands can't do its work."""
    said = " ".join(message.split())
    found = _WATCHED.match(said) or _WISHED.match(said)
    if found is None:
        return ""
    parts = found.groupdict()
    told = parts.get("told") or parts.get("said")
    work = f"tell me{_LEADS.sub(' when', told)}" if told else parts["work"]
    return f"create an agent to {work}" if purpose_question(work, situation) else ""
