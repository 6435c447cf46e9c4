"""Tokenises a message: words folded for comparison, quotations whole, contractions split."""

import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from intent.sentences.contractions import ENDINGS, IS, whole
from omniforge.projects.search.abbreviations import POINTED

_TOKEN = re.compile(
    rf"""
    (?P<quoted>"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|(?<![\w’'])['‘][^'‘’\n]+['’](?!\w)|`[^`\n]+`)
    | (?P<word>https?://\S*[\w/]|[\w.+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+|[@#/][\w-]+
        |{POINTED}
        |\d{{1,2}}\.(?=\s(?:jan(?:uar)?|feb(?:ruar)?|m[äa]rz?|april?|apr|mai|juni?|juli?|aug(?:ust)?
            |sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)\b)
        |(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?=\s+(?-i:[a-zäöü\d]))
        |\d{{1,3}}(?:['’]\d{{3}})+(?:\.\d+)?(?!\w)|\d+(?:[.,:/]\d+)*(?:st|nd|rd|th|am|pm)?(?!\w|[.,]\d)
        |\d+(?:,\d+)+[^\W\d]\w*|\w+(?:[’'&./-]\w+)*\+*)
    | (?P<line>\n+)
    | (?P<mark>[^\w\s])
    """,
    re.X | re.I,
)
FIGURE, PAST, AT = "0", "…ed", "@…"  # shapes of words: with a figure; like a past tense; after '@'
_SHORTEST_PAST = 4  # letters of such a verb
_SHORT = 500  # characters; the tokens of many short texts are cached, of longer ones those read last


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """`text` as written, `word` folded, at `start` to `end` of the message. If `is_quoted`, without marks.

    A token equals only itself, so that cached results for a row of tokens are found by identity.
    """

    text: str
    word: str
    start: int
    end: int
    is_quoted: bool = False
    is_mark: bool = field(init=False)

    def __post_init__(self) -> None:
        first = self.word[:1]
        is_mark = not self.is_quoted and not first.isalnum() and first not in "@#/%€$£+-"
        object.__setattr__(self, "is_mark", is_mark)

    @property
    def ends_sentence(self) -> bool:
        return not self.is_quoted and (self.word in {".", "!", "?", ";", "\n"})


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return a text for comparison: lower case, without accents, with straight apostrophes."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def shapes(word: str) -> tuple[str, ...]:
    """Return a word's shapes. Templates are looked up by them as well as by words."""
    if word.endswith("ed") and len(word) >= _SHORTEST_PAST:
        return (PAST,)
    if word.isalpha():
        return ()
    return (*((AT,) if word.startswith("@") else ()), *((FIGURE,) if any(map(str.isdigit, word)) else ()))


def cues_in(tokens: Iterable[Token]) -> set[str]:
    """Return the lookup keys for templates: words, normalised and as written, and their shapes."""
    return set[str]().union(*[_cues(token.word, token.text) for token in tokens])


@lru_cache(maxsize=4096)
def _cues(word: str, text: str) -> frozenset[str]:
    written = fold(text)
    return frozenset((word, written, *shapes(word), *shapes(written)))


def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text. Line ends are marks."""
    return _short(text) if len(text) <= _SHORT else _long(text)


def split_at(tokens: Iterable[Token], joints: Container[str]) -> list[tuple[Token, ...]]:
    """Return tokens split at some words. A part may be empty."""
    rows: list[list[Token]] = [[]]
    for token in tokens:
        if token.word in joints and not token.is_quoted:
            rows.append([])
        else:
            rows[-1].append(token)
    return [tuple(row) for row in rows]


def _tokenize(text: str) -> tuple[Token, ...]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        found += _tokens(match)
    return tuple(found)


# Every reader of a message tokenises it again.
_short, _long = lru_cache(maxsize=512)(_tokenize), lru_cache(maxsize=4)(_tokenize)


def _tokens(match: re.Match[str]) -> list[Token]:
    text, start, end = match[0], match.start(), match.end()
    if match["quoted"]:
        return [Token(text[1:-1].strip(), fold(text[1:-1].strip()), start, end, is_quoted=True)]
    if match["line"]:
        return [Token("\n", "\n", start, end)]
    word = fold(text)
    if match["mark"]:
        return [Token(text, word, start, end)]
    if word[:1].isalpha():  # the periods of 'incl.' and 'a.m.' end no sentence
        word = word.removesuffix(".")
    if parts := whole(word):
        return [Token(part, part, start, end) for part in parts]
    return _apart(text, word, start, end)


def _apart(text: str, word: str, start: int, end: int) -> list[Token]:
    """Split a contraction. A possessive 's is its own token."""
    head, mark, tail = word.rpartition("'")
    if mark and tail == "s":
        cut = end - 2
        last = "is" if head in IS else "'s"
        return [Token(text[:-2], head, start, cut), Token(text[-2:], last, cut, end)]
    for ending, full in ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            size = len(ending)
            return [
                Token(text[:-size], word[:-size], start, end - size),
                Token(full, full, end - size, end),
            ]
    return [Token(text, word, start, end)]
