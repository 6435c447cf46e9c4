"""The names of places in a system: 'deck-crew' in 'the Teams channel deck-crew'."""

import re
from functools import partial

from intent.data_files import pattern, piece
from intent.slots.recurrence import ANY_DAY, find_recurrence
from intent.slots.systems import Mention, find_systems
from intent.slots.times import find_times

_pattern = partial(pattern, "place_names")

_NOUN = piece("place_names", "noun")
_WORD = piece("place_names", "word")
_SLUG = piece("place_names", "slug")
_NAME = piece("place_names", "name")
_CALLED = piece("place_names", "called")
_BEHIND = _pattern("behind")
_OF_NOUN = _pattern("of_noun")
_IN = r"(?:\s+(?:in|on|im|auf|en|von|de|of)(?:\s+(?:our|the|my|unserem|dem|el|nuestro))?)\s+$"
_BEFORE = re.compile(
    rf"(?:\b{_NOUN}(?:{_CALLED})?\s+(?:{_NAME}|(?P<word>{_WORD}))|(?P<slug>{_SLUG})|"
    rf"(?:{_NAME.replace('quoted', 'quoted_2').replace('name>', 'name_2>')})\s+{_NOUN}){_IN}",
    re.I,
)
_NO_NAME = _pattern("no_name")
_PART = _pattern("part")
_ONLY_NOUN = _pattern("only_noun")
_HOLDS_TITLES = _pattern("holds_titles")


def with_parts(text: str) -> str:
    """Return a text without commas between a system and its channel: 'Teams, channel Brewing'."""
    for one in reversed(find_systems(text)):
        text = text[: one.end] + _PART.sub(" ", text[one.end :], count=1)
    return text


def named_place(text: str, mention: Mention) -> str:
    """Return a mentioned system with its part's name: 'Fish Log in Google Sheets'."""
    name = _behind(text, mention) or _before(text, mention)
    return f"{name} in {mention.name}" if name else mention.name


def named_systems(text: str) -> list[tuple[Mention, str]]:
    """Return the systems that a text mentions, each with its place in words."""
    return [(one, named_place(text, one)) for one in find_systems(text)]


def _behind(text: str, mention: Mention) -> str:
    found = _BEHIND.match(text, mention.end)
    if found is None:
        return ""
    name = found["quoted"] or found["name"] or found["plain"] or ""
    is_slug = bool(re.fullmatch(_SLUG, name))
    led = (
        found["noun"]
        or _OF_NOUN.search(text[: mention.start])
        or found["called"]
        or _HOLDS_TITLES.search(text[mention.start : mention.end])
    )
    sure = found["quoted"] or is_slug or led
    return name.strip() if sure and _may_be_name(name) else ""


def _before(text: str, mention: Mention) -> str:
    found = _BEFORE.search(text[: mention.start])
    groups = found.groupdict() if found else {}
    name = next((one for key, one in groups.items() if one and key != "noun"), "")
    return name.strip() if name and _may_be_name(name) else ""


def _may_be_name(name: str) -> bool:
    """Return whether words may be a name, not a system, a day or a time."""
    is_when = find_recurrence(name, ANY_DAY, asked=True) or find_times(name)
    return not (
        _NO_NAME.match(name)
        or _ONLY_NOUN.fullmatch(name)
        or find_systems(name)
        or (is_when and "-" not in name)
    )
