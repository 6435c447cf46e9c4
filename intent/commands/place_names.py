"""What a place in a system is called: 'deck-crew' of 'the Teams channel deck-crew'."""

import re
from datetime import date

from intent.slots.recurrence import find_recurrence
from intent.slots.systems import Mention, find_systems
from intent.slots.times import find_times

_NOUN = (
    r"(?:channel|chat|group|sheet|spreadsheet|workbook|tab|folder|mailbox|inbox|board|list|table|base|space|page|"
    r"calendar|queue|label|database|view|file|document|kanal|gruppe|tabelle|blatt|ordner|postfach|liste|kalender|canal|grupo|"
    r"hoja|carpeta|buz[oó]n|archivo|lista|tablero|tabla|calendario)"
)
_WORD = r"[\w&][\w&/.'’-]*"
_CAPITAL = r"[A-ZÄÖÜÁÉÍÓÚÑ0-9]"
_LINKS = r"(?:of|and|for|the|de|der|und|y)(?=\s+[A-Z])"
_TITLE = rf"(?-i:{_CAPITAL}[\w&/'’-]*(?:\s+(?:(?:{_CAPITAL}|&)[\w&/'’-]*|{_LINKS})){{0,4}})"
_SLUG = r"#?[a-z0-9]+(?:[-_][a-z0-9]+)+|#[\w-]+"
_QUOTED = r"[\"“„«'‘](?P<quoted>[^\"“”„«»\n]{1,60})[\"“”»'’]"
_NAME = rf"(?:{_QUOTED}|(?P<name>{_SLUG}|{_TITLE}))"
_PLAIN = rf"(?P<plain>{_WORD}(?:\s+{_WORD})?)"  # a name in small letters: to the end of its clause
_CALLED = (
    r",?\s+(?:(?:(?:it|that|which)(?:['’]s|\s+is)\s+)?(?:called|named|by the name of|namens|llamad[ao])|"
    r"(?:its|the) name is)(?=\s)"
)
_STOPS = r"in|on|at|for|and|every|each|please|where|which|that|with|to|from|jeden|cada|y|und"
_END = rf"(?=\s*(?:$|[,.;:!?)]|\s(?:{_STOPS})\b))"
_BEHIND = re.compile(
    rf"(?:(?P<noun>[\s-]+{_NOUN})?(?P<called>{_CALLED})?[\s:]+)(?:{_NAME}|{_PLAIN}){_END}", re.I
)
_OF_NOUN = re.compile(rf"\b{_NOUN}\s+(?:in|on|im|en|de|of)\s+$", re.I)  # 'el canal de Slack guardia'
_IN = r"(?:\s+(?:in|on|im|auf|en|von|de|of)(?:\s+(?:our|the|my|unserem|dem|el|nuestro))?)\s+$"
_BEFORE = re.compile(
    rf"(?:\b{_NOUN}(?:{_CALLED})?\s+(?:{_NAME}|(?P<word>{_WORD}))|(?P<slug>{_SLUG})|"
    rf"(?:{_NAME.replace('quoted', 'quoted_2').replace('name>', 'name_2>')})\s+{_NOUN}){_IN}",
    re.I,
)
_NO_NAME = re.compile(
    r"^(?:for|of|where|with|that|which|who|in|on|at|to|from|is|are|was|and|or|by|via|we|they|it|so|please|as|every|each|"
    r"instead|rather|too|also|again|now|there|here|then|when|because|not|no|an|the|our|my|if|only|für|von|del?|para|"
    r"alerts?|messages?|notifications?|reports?|tickets?)\b",
    re.I,
)
_PART = re.compile(rf"^\s*,\s+(?:in |into |im |en |the |our |my |el |la )*(?={_NOUN}\s+(?:{_NAME}))", re.I)
_ONLY_NOUN = re.compile(rf"(?:{_NOUN}s?|\w{{1,2}})", re.I)
_HOLDS_TITLES = re.compile(r"(?:sheets?|spreadsheets?|excel)$", re.I)


def with_parts(text: str) -> str:
    """Return a text in which no comma parts a system from its channel: 'Teams, channel Brewing'."""
    for one in reversed(find_systems(text)):
        text = text[: one.end] + _PART.sub(" ", text[one.end :], count=1)
    return text


def named_place(text: str, mention: Mention) -> str:
    """Return a system of a text with what its part there is called: 'Fish Log in Google Sheets'."""
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
    """Return whether words may be a name: no system, no day and no time is one."""
    is_when = find_recurrence(name, date.min, asked=True) or find_times(name)
    return not (
        _NO_NAME.match(name)
        or _ONLY_NOUN.fullmatch(name)
        or find_systems(name)
        or (is_when and "-" not in name)
    )
