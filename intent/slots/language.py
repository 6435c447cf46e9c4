"""The words and templates of each language, from `data/*.toml`, compiled once.

A template reads like a phrase: '[the] {day} [of] {month}'. [x] is optional, (a|b) is a choice, '_' is an
optional space, {name} or {name:type} a typed value, {name:type*} a list of them, <name> a fragment.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from intent.data_files import alternatives
from intent.slots.table_values import leading_number, number_or_text, number_words, plain_phrase
from intent.slots.text import fold

LANGUAGES = ("en", "de", "es")
_TOKEN = re.compile(r"[\[\]()|_]|\{\w+(?::\w+)?\*?\}|<\w+>|\s+|[^\[\]()|{}<>\s_]+")
_MARKS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", "_": r"\s{0,3}"}
_SPACE = r"(?:\s{1,3}|-|(?<!\w)|(?!\w))"
WORD = re.compile(r"[^\W\d_]+|\d+|@")
FIGURE, ANY_WORD = "0", ""  # possible beginnings of a value, besides words
_MONTH_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
# Values written in figures, in every language.
_FIGURES = {
    "iso": r"\d{4}-\d\d-\d\d",
    "year": r"(?:19|20|21)\d\d(?![\d-])",
    "short_year": r"(?:(?:19|20|21)\d\d|\d\d)(?![\d-])",
    "figure_month": r"(?:0?[1-9]|1[0-2])(?!\d)",
    "figure_day": _MONTH_DAY,
    "hour": r"(?:[01]?\d|2[0-4])(?!\d)",
    "minute": r"[0-5]\d(?!\d)",
    "figures": r"\d{1,4}(?![\d]|[.,:/]\d)",
    "hour_letter": r"h",
    "decimal": r"\d{1,4}(?:[.,]\d{1,2})?(?![\d:])",
}
_SECTIONS = (
    *("days", "days_alone", "feasts", "times", "times_alone", "spans", "durations"),
    *("recurrences", "fragments"),
)


def _texts(section: Mapping[str, Any]) -> Iterator[str]:
    """Yield the literal words of templates."""
    for templates in section.values():
        for one in [templates] if isinstance(templates, str) else templates:
            yield re.sub(r"\{[^}]*\}|<[^>]*>", " ", one)


class Clock(NamedTuple):
    """A time of day. `half` is am, pm or empty. A bare '5' or 'five' is not `exact`."""

    hour: int
    minute: int
    half: str
    exact: bool


class _Type(NamedTuple):
    """The pattern and reader of a value. `words` are those it may begin with, `FIGURE` is any figure."""

    pattern: str
    read: Callable[[str], Any]
    words: frozenset[str] = frozenset()


class Compiled(NamedTuple):
    """A template as a regular expression with a group per value. A match begins with one of `words`."""

    pattern: str
    readers: dict[str, Callable[[str], Any]]
    words: frozenset[str]


class Language:
    """One language's word tables: `tables[name]` maps folded phrases to their values."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self.patterns: Mapping[str, str] = data["patterns"]
        self.tables: dict[str, dict[str, Any]] = {
            name: {plain_phrase(one): number_or_text(key) for key, phrases in rows.items() for one in phrases}
            for name, rows in data["tables"].items()
        }
        self.tables["date_ordinal"] = {one: day for one, day in self.tables["ordinal"].items() if day > 0}
        self.tables["number"] = dict(number_words(data["numbers"]))
        for name, members in data["unions"].items():
            self.tables[name] = {word: value for one in members for word, value in self.tables[one].items()}
        self._types = {name: self._of_table(table) for name, table in self.tables.items()}
        self._types |= {
            name: _Type(pattern, number_or_text, frozenset((FIGURE,))) for name, pattern in _FIGURES.items()
        }
        self._types |= {
            "count": self._either("figures", "number"),
            "quantity": self._either("decimal", "number"),
            "month_day": self._either("figure_day", "date_ordinal", suffix=data["lists"]["suffix"]),
            "nth": self._types["ordinal"],
            "clock_hour": self._either("hour", "hour_word"),
        }
        self._types |= {"clock": self._clock(), "exact_clock": self._clock(exact=True)}

    def section(self, name: str) -> list[tuple[str, list[str]]]:
        """Return a section's templates by action."""
        return list(self._data.get(name, {}).items())

    @property
    def words(self) -> frozenset[str]:
        """Return all words of its tables, lists and templates."""
        tables = (phrase for table in self.tables.values() for phrase in table)
        lists = (name.replace("|", " ") for name in self._data["lists"].values())
        grammars = (
            text for name, section in self._data.items() if name in _SECTIONS for text in _texts(section)
        )
        return frozenset(
            word for text in (*tables, *lists, *grammars) for word in re.findall(r"\w+", fold(text))
        )

    def list_of(self, name: str) -> tuple[str, ...]:
        """Return a plain list of folded words."""
        return tuple(plain_phrase(word) for word in self._data["lists"].get(name, "").split("|"))

    def _of_table(self, table: Mapping[str, Any]) -> _Type:
        phrases = sorted(table, key=len, reverse=True)
        pattern = "|".join(re.escape(one).replace(r"\ ", r"[\s-]+") for one in phrases)
        words = frozenset(word for one in phrases for word in WORD.findall(one)[:1])
        return _Type(rf"(?:{pattern})(?!\w)", lambda said: table[plain_phrase(said)], words)

    def _either(self, figures: str, table: str, suffix: str = "") -> _Type:
        """Return a type written in figures or in a table's words."""
        kinds, words = (self._types[figures], self._types[table]), self.tables[table]

        def read(said: str) -> Any:
            plain = plain_phrase(said)
            return words[plain] if plain in words else leading_number(said)

        return _Type(rf"(?:{kinds[1].pattern}|{kinds[0].pattern}{suffix})", read, kinds[1].words | {FIGURE})

    def _clock(self, *, exact: bool = False) -> _Type:
        """Return the type of a time in figures or words. An exact one is recognisable as a time."""
        hour, minute = self._types["clock_hour"].pattern, _FIGURES["minute"]
        half = rf"\s*(?:{self._types['half_day'].pattern})"
        mark = rf"\s*(?:{self._data['lists']['clock_mark']})(?!\w)"
        marked = rf"{hour}(?:[:.h]{minute})?(?:{half}|{mark}(?:\s*{minute})?{'(?:' + half + ')?'})"
        plain = rf"{_FIGURES['hour']}[:h]{minute}(?:{half})?|{self._types['named_time'].pattern}"
        spoken = rf"{self._types['hour_word'].pattern}[\s-]+{self._types['spoken_minute'].pattern}(?:{half})?"
        pattern = (
            rf"(?:{marked}|{plain})"
            if exact
            else rf"(?:{spoken}|{marked}|{plain}|{hour}(?:\.{minute})?)(?!\w|[.,:/]\d)"
        )
        words = self._types["clock_hour"].words | self._types["named_time"].words
        return _Type(pattern, self._read_clock, words)

    def _read_clock(self, said: str) -> "Clock":
        if (named := self.tables["named_time"].get(plain_phrase(said))) is not None:
            return Clock(named, 0, "", True)
        hour = re.match(r"\d+|[a-z]+", said)
        figures = re.search(r"\d\D+(\d\d)", said)
        halves = self.tables["half_day"]
        half = next((halves[one] for one in sorted(halves, key=len, reverse=True) if said.endswith(one)), "")
        number = self.tables["hour_word"].get(hour[0]) or int(hour[0]) if hour else 0
        word = re.sub(r"[\s-]", "", self._without_mark(said))
        bare = not half and not figures and ((word.isdigit() and word[0] != "0") or word.isalpha())
        return Clock(number, int(figures[1]) if figures else self._spoken_minute(said), half, not bare)

    def _spoken_minute(self, said: str) -> int:
        words = re.match(rf"[a-z]+[\s-]+({self._types['spoken_minute'].pattern})", said)
        return int(self.tables["spoken_minute"][plain_phrase(words[1])]) if words else 0

    def _without_mark(self, said: str) -> str:
        """Return a time without 'o'clock', which doesn't decide the half of the day."""
        return re.sub(rf"\s*(?:{self._data['lists'].get('clock_word') or '(?!)'})$", "", said)

    def compile(self, template: str) -> "Compiled":
        """Return a template as a regular expression."""
        tokens, readers = _TOKEN.findall(template), dict[str, Callable[[str], Any]]()
        pattern = "".join(self._piece(token, readers) for token in tokens)
        words, may_be_empty = self._firsts(iter(tokens))
        return Compiled(pattern, readers, words | {ANY_WORD} if may_be_empty else words)

    def _piece(self, token: str, readers: dict[str, Callable[[str], Any]]) -> str:
        if token in _MARKS:
            return _MARKS[token]
        if _is_fragment(token):
            if raw := self.patterns.get(token[1:-1]):
                return raw
            inner = self.compile(self._data["fragments"][token[1:-1]])
            readers.update(inner.readers)
            return f"(?:{inner.pattern})"
        if token[0] == "{":
            return self._slot(token, readers)
        return _SPACE if token.isspace() else re.escape(fold(token))

    def _slot(self, token: str, readers: dict[str, Callable[[str], Any]]) -> str:
        name, type_ = self._slot_type(token)
        readers[name] = type_.read
        return f"(?P<{name}>{type_.pattern})"

    def _slot_type(self, token: str) -> tuple[str, _Type]:
        name, _, kind = token.strip("{}*").partition(":")
        type_ = self._types[kind or name]
        return name, self._listed(type_) if token.endswith("*}") else type_

    def _firsts(self, tokens: Iterator[str]) -> tuple[frozenset[str], bool]:
        """Return the possible beginnings of a match of tokens up to their group's end, and if it may be
        ''.
        """
        words, may_be_empty, is_first = frozenset[str](), False, True
        for token in tokens:
            if token in ("]", ")"):
                break
            if token == "|":
                may_be_empty, is_first = may_be_empty or is_first, True
            elif token in ("[", "("):
                inner, is_empty = self._firsts(tokens)
                words |= inner if is_first else frozenset()
                is_first = is_first and (token == "[" or is_empty)
            elif is_first and token != "_" and not token.isspace():
                words, is_first = words | self._first_of(token), False
        return words, may_be_empty or is_first

    def _first_of(self, token: str) -> frozenset[str]:
        """Return the possible beginnings of a word, a value or a fragment."""
        if token[0] == "{":
            return self._slot_type(token)[1].words
        if not _is_fragment(token):
            return frozenset(WORD.findall(fold(token))[:1] or (ANY_WORD,))
        raw = token[1:-1] in self.patterns
        return frozenset((ANY_WORD,)) if raw else self.compile(self._data["fragments"][token[1:-1]]).words

    def _listed(self, one: _Type) -> _Type:
        lists = self._data["lists"]
        link = rf"(?:,(?:\s{{1,3}}(?:{lists['and']})\b)?|[&/]|\b(?:{lists['and']})\b)"
        joint = rf"\s{{0,3}}{link}\s{{0,3}}(?:(?:{lists['fill']})\s{{1,3}}){{0,3}}"
        single = re.compile(one.pattern)
        return _Type(
            rf"{one.pattern}(?:{joint}{one.pattern}){{0,30}}",
            lambda said: tuple(one.read(match[0]) for match in single.finditer(said)),
            one.words,
        )


def _is_fragment(token: str) -> bool:
    return token[0] == "<" and token.endswith(">")


@lru_cache
def language(name: str) -> Language:
    """Return a language by its code: 'en', 'de', 'es'."""
    return Language(tomllib.loads((Path(__file__).parent / "data" / f"{name}.toml").read_text("utf-8")))


def words_of(name: str) -> frozenset[str]:
    """Return a list's words in all languages."""
    return frozenset(word for code in LANGUAGES for word in language(code).list_of(name) if word)


def any_word(name: str) -> str:
    """Return a pattern for a list's words in all languages."""
    return _any(words_of(name))


def table_of(name: str) -> dict[str, Any]:
    """Return a table with the words of all languages."""
    return {word: value for code in LANGUAGES for word, value in language(code).tables.get(name, {}).items()}


def any_phrase(name: str) -> str:
    """Return a pattern for a table's words in all languages."""
    return _any(table_of(name))


def any_pattern(name: str) -> str:
    """Return the patterns written out for each language as one."""
    return "|".join(language(code).patterns[name] for code in LANGUAGES)


def _any(words: Iterable[str]) -> str:
    return alternatives(words).replace(r"\ ", r"[\s-]+")
