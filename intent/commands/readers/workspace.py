"""Reads values of workspace settings: a duration, a time zone, a role, a person's preference."""

from datetime import timedelta

from intent.commands.grammar.slot_types import Words, slot_type
from intent.data_files import words_of
from intent.slots.times import read_duration
from intent.slots.zones import read_zone

_DAYS_OF_MONTH, _DAYS_OF_YEAR = 30, 365
_ROLES = {
    "administrator": "admin",
    "owner": "owner",
    "admin": "admin",
    "member": "member",
    "auditor": "auditor",
}
_LONGEST_NAME = 4  # words of a person's name
_PREFERS = (
    "i prefer, i like, i love, i want, i would like, i would prefer, i hate, i dislike, i do not like, "
    "i do not want, i always want, i always like, i always prefer, i usually prefer, i usually want, "
    "i really like, i generally prefer, i read, i work in, i need, my preference is, my preferences are"
)
_OWN = "i prefer, i would prefer, i always prefer, i usually prefer, i generally prefer, i always want"
_BEFORE = "as it was, as they were, as it is, as is"
_MANNERS = (
    "in, short, brief, briefly, shorter, concise, concisely, formal, formally, informal, informally, with, "
    "without, as, simple, simply, plain, plainly, detailed, polite, politely, friendly"
)


@slot_type("days_count")
def _days_count(words: Words) -> int | None:
    """Return a duration in days, with 30 days to a month, or None if it is shorter than a day."""
    found = read_duration(words.text)
    if found is None:
        return None
    years, months = divmod(found.months, 12)
    days = found.length // timedelta(days=1) + months * _DAYS_OF_MONTH + years * _DAYS_OF_YEAR
    return days if days >= 1 and found.length % timedelta(days=1) == timedelta() else None


@slot_type("zone")
def _zone(words: Words) -> str | None:
    """Return the name of a time zone, perhaps given by its city."""
    return read_zone(words.text)


@slot_type("role")
def _role(words: Words) -> str | None:
    word = words.tokens[0].word if len(words.tokens) == 1 else ""
    return _ROLES.get(word) or _ROLES.get(word.rstrip("s"))


@slot_type("person_name")
def _person_name(words: Words) -> str | None:
    """Return an address, or one to four capitalised words."""
    if len(words.tokens) > _LONGEST_NAME or any(one.is_mark for one in words.tokens):
        return None
    named = all(one.text[:1].isupper() for one in words.tokens)
    return words.text if named or "@" in words.text[1:-1] else None


@slot_type("preference")
def _preference(words: Words) -> str | None:
    """Return a person's own statement about the answers they like."""
    return words.text if _begins(words, _PREFERS) else None


@slot_type("own_preference")
def _own_preference(words: Words) -> str | None:
    """Return a preference that needs no 'remember', because it is clearly one about answers."""
    said = {one.word for one in words.tokens}
    return words.text if _begins(words, _OWN) and said & words_of("word_lists", "of_answers") else None


@slot_type("manner")
def _manner(words: Words) -> str | None:
    """Return how answers should be: 'in German', 'short and friendly', but not 'as it was'."""
    is_manner = _begins(words, _MANNERS) and not _begins(words, _BEFORE)
    return words.text if is_manner and len(words.tokens) <= 8 else None


def _begins(words: Words, phrases: str) -> bool:
    said = " ".join(one.word for one in words.tokens)
    return any(said == one or said.startswith(f"{one} ") for one in map(str.strip, phrases.split(",")))


@slot_type("somebody", free=True)
def _somebody(words: Words) -> str | None:
    """Return a recipient with the text for them. Pronouns and numbers are no recipients."""
    first = words.tokens[0].word
    return None if first[:1].isdigit() or first in ("it", "this", "that", "them", "these") else words.text
