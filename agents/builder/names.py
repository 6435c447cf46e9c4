"""A telling name for a new agent: 'jira-overdue-monitor' for one that watches Jira for overdue tickets."""

import re
from collections.abc import Mapping

from agents.naming import to_kebab

_PARTS = {
    "monitor": "alert check detect flag follow monitor notify remind spot track triage verify warn watch",
    "reporter": "collect compile digest gather prepare produce publish report share sum summarise summarize write",
    "analyzer": "analyse analyze calculate compare compute match measure rank score",
    "sorter": "assign categorise categorize classify file group label mark organise organize route sort tag",
    "responder": "answer reply respond",
}
_ROLES = {verb: role for role, verbs in _PARTS.items() for verb in verbs.split()}
_EMPTY_WORDS = set(
    "a an the our my your their its this that these those all any each every new some us me we i it them of for from in "
    "on at to by with via into about and or then when which who after before is are be was get gets put together next "
    "team teams board boards data database ticket tickets item items thing things list lists summary summaries report "
    "reports reporting update updates alert alerts page pages file files sheet sheets spreadsheet week month day "
    "hourly daily weekly monthly quarterly yearly annual google microsoft agent bot assistant please".split()
)


def suggest_name(slots: Mapping[str, str]) -> str:
    """Return a name made of the source, what is special about the purpose, and the kind of work."""
    words = re.findall(r"[^\W\d_][\w-]*", slots.get("purpose", "").lower())
    role = _ROLES.get(words[0], "assistant") if words else "assistant"
    source = slots.get("source", "").lower().split()
    told = set(source) | _EMPTY_WORDS
    special = [word for word in words[1:] if word not in told]
    if len(source) == 1:
        return to_kebab("-".join([*source, *special[:1], role]))
    return to_kebab("-".join([*special[:2], role])) or "new-agent"
