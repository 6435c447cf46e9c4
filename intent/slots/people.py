"""Who may be meant: names of people, 'me', 'nobody', handles and e-mail addresses, alone or in lists."""

import re
from typing import Literal, NamedTuple

from intent.slots.language import table_of, words_of
from intent.slots.text import fold, list_items

Kind = Literal["name", "me", "nobody", "address", "handle"]


class Person(NamedTuple):
    """Who `text[start:end]` may be. `name` is as written, without a title."""

    name: str
    kind: Kind
    start: int
    end: int


_ME, _NOBODY, _TITLES = words_of("me"), words_of("nobody"), words_of("titles")
_MONTHS = table_of("month").keys() - {"jan"}
_TABLES = ("weekday", "weekdays", "relative", "frequency", "number", "ordinal", "day_unit", "day_group")
_TIMES = {word for table in _TABLES for word in table_of(table) if len(word) > 2}
_NO_NAMES = words_of("kinds") | words_of("articles") | words_of("never_people") | _TIMES
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HANDLE = re.compile(r"(?<![\w.@])@[\w.-]*\w")
_PARTICLE = r"(?:van der|van den|van|von|de la|de|del|da|di|al|el|bin|le|zu)"
_PARTICLES = frozenset(re.findall(r"\w+", _PARTICLE))
_CAPITAL = r"(?:[^\W\d_a-zß-öø-ÿ][\w’'-]*|[A-Z]\.)"
_NAME = re.compile(rf"(?<![\w@.-]){_CAPITAL}(?:\s+(?:{_PARTICLE}\s+)?{_CAPITAL}){{0,3}}(?![\w@])")
_TITLE = re.compile(rf"^(?:(?:{'|'.join(_TITLES)})\.?\s+)+", re.I)
_LOWER = re.compile(r"[^\W\d_][\w’'-]*(?:\s+[^\W\d_][\w’'.-]*){0,3}")
_OWN = re.compile(r"['’]s?$")


def read_people(text: str) -> tuple[Person, ...] | None:
    """Return the people that a text lists as a whole: 'Aisha Cole and Ben', 'me'; None if an item is no name.

    Names may be in lower case here: whether such a person exists is for who asks to find out.
    """
    people = tuple(_person(item.words, item.start) for item in list_items(text.strip(" .!?")))
    found = tuple(one for one in people if one)
    return found if found and len(found) == len(people) else None


def find_people(text: str) -> list[Person]:
    """Return who a text may name, from left to right: addresses, handles, capital words but the first."""
    found = [Person(match[0], "address", *match.span()) for match in _ADDRESS.finditer(text)]
    found += [Person(match[0][1:], "handle", *match.span()) for match in _HANDLE.finditer(text)]
    taken = [(one.start, one.end) for one in found]
    for match in _NAME.finditer(text):
        free = not any(start < match.end() and match.start() < end for start, end in taken)
        if free and match.start() > 0 and (one := _person(match[0], match.start())):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def _person(words: str, start: int) -> Person | None:
    if kind := _kind(words):
        return Person(words.lstrip("@") if kind == "handle" else words, kind, start, start + len(words))
    name = _OWN.sub("", _TITLE.sub("", words)).strip()
    known = fold(name).split()
    if (
        not known
        or not _LOWER.fullmatch(name)
        or fold(name) in _MONTHS
        or known[0] in _NO_NAMES
        or _NO_NAMES & ({*known} - _PARTICLES)
    ):
        return None
    return Person(name, "name", start, start + len(words))


def _kind(words: str) -> Kind | None:
    folded = fold(words).strip()
    if folded in _ME:
        return "me"
    if folded in _NOBODY:
        return "nobody"
    if _ADDRESS.fullmatch(words):
        return "address"
    return "handle" if _HANDLE.fullmatch(words) else None
