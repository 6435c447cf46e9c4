"""Reads what is said of agents: their state, version and name, where results go, which system they use."""

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.words import key_of, table
from intent.slots.systems import find_systems

_STATES = {
    "paused": "paused stopped inactive off disabled suspended asleep pausiert angehalten pausado pausados",
    "active": "active running on enabled awake working aktiv activo activos",
}
_LISTING = ("list", "show", "report", "count", "check", "tell")
_OF_ME, _AT_ONCE = ("me", "us"), ("now", "here", "today", "first")
_SWITCHED = ("switched", "turned", "shut")  # off, or on


def is_chore(text: str) -> bool:
    """Return whether a text is an agent's work, beginning with the verb: 'list what is overdue'."""
    first, _, rest = text.partition(" ")
    return bool(rest.strip()) and first.lower() in _LISTING


@slot_type("status")
def _status(words: Words) -> str | None:
    *before, word = (token.word for token in words.tokens)
    if before and not (len(before) == 1 and before[0] in _SWITCHED):
        return None
    return next((key for key, forms in _STATES.items() if word in forms.split()), None)


@slot_type("days_of_work")
def _days_of_work(words: Words) -> str | None:
    """Return the days that an agent's work is about: 'the coming week', 'tomorrow'."""
    said = fold(words.text)
    named = table("days_of_runs")
    return words.text if said in named.values() or tuple(said.split()) in named else None


@slot_type("other_chore")
def _other_chore(words: Words) -> str | None:
    """Return what an agent is to do, with the verb of a list first: 'list what is overdue'."""
    return words.text if is_chore(words.text) else None


@slot_type("more_listed")
def _more_listed(words: Words) -> str | None:
    """Return what an agent is to list too. What is wanted 'now', or of 'me' alone, isn't its work."""
    return None if words.tokens[0].word in _OF_ME or words.tokens[-1].word in _AT_ONCE else words.text


@slot_type("version_number")
def _number(words: Words) -> int | None:
    word = words.tokens[0].word.lstrip("#") if len(words.tokens) == 1 else ""
    return int(word) if word.isdigit() and len(word) < 7 else None


@slot_type("channel")
def read_channel(words: Words) -> str | None:
    """Return where results can go: a channel, an address, a chat, a named system."""
    first = words.tokens[0].word
    named = (
        first.startswith("#") or "@" in first or first in ("slack", "teams", "email", "discord", "telegram")
    )
    here = words.text.lower() in ("this chat", "the chat", "here", "me")
    return words.text if named or here or "#" in words.text else None


@slot_type("here")
def _here(words: Words) -> str | None:
    """Return the chat as destination: 'here', 'in this chat'."""
    return "this chat" if key_of("this_chat", words.text) else None


@slot_type("slug")
def read_slug(words: Words) -> str | None:
    """Return one hyphenated word, like the names of agents."""
    return words.text if len(words.tokens) == 1 and "-" in words.tokens[0].word[1:] else None


@slot_type("system")
def _system(words: Words) -> str | None:
    """Return words that name a system where people store data: 'Google Sheets'."""
    return words.text if find_systems(words.text) else None
