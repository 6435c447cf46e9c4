"""Suggests a descriptive name for a new agent: 'jira-overdue-monitor' watches Jira for overdue tickets."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from agents.definitions.names import to_kebab
from agents.models import A_SOURCE
from intent.data_files import data_of, words_of
from intent.forms.verbs import plain_verb

# the noun for an agent, by the verb of its purpose: 'monitor' for one that watches
_ROLES = {verb: role for role, verbs in data_of("word_lists")["roles"].items() for verb in verbs.split()}
_ADDRESS = re.compile(r"https?://\S+")
_FILE_TYPE = re.compile(r"\.(?:csv|tsv|xlsx?|ods|pdf|docx?|txt|md|json)\b", re.I)
_EMPTY = words_of("word_lists", "empty_in_agent_names")


def suggest_name(slots: Mapping[str, str]) -> str:
    """Return a name made of the source, the distinctive words of the purpose, and the kind of work."""
    if named := _source_name(slots.get("source", "")):
        return f"{named}-news"
    purpose = _ADDRESS.sub("", slots.get("purpose", ""))
    said = re.findall(r"[^\W\d_][\w'’-]*", purpose.lower())
    role = _ROLES.get(said[0], "assistant") if said else "assistant"
    place = _FILE_TYPE.sub("", _ADDRESS.sub("", slots.get("source", "")))
    source = place.lower().partition("@")[0].split()  # the local part of a mailbox's address
    told = set(source) | _EMPTY
    special = [
        word
        for word in said[1:]
        if plain_verb(word) != word and not ("'" in word or "’" in word or told & set(word.split("-")))
    ]
    if len(source) == 1:
        return to_kebab("-".join([*source, *special[:1], role]))
    return to_kebab("-".join([*special[:2], role])) or "new-agent"


def _source_name(source: str) -> str:
    """Return the source's part of a name: its name, or the host of its address."""
    name = source.removeprefix(A_SOURCE) if source.startswith(A_SOURCE) else ""
    host = urlsplit(source).hostname or ""
    return to_kebab(name or host.removeprefix("www.")) or ("feed" if host else "")
