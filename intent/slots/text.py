"""Text as every reader sees it: folded letter for letter, and cut where no name or number is cut apart."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple


class Part(NamedTuple):
    """A piece of a text; `text[start:end]` of the original is `words`."""

    words: str
    start: int
    end: int


_QUOTES = re.compile(
    r"\"(?P<a>[^\"\n]+)\"|“(?P<b>[^”“\n]+)[”“]|„(?P<c>[^“”\n]+)[“”]|«\s?(?P<d>[^»\n]+?)\s?»|"
    r"‘(?P<e>[^‘\n]+?)’(?!\w)|(?<![\w'])'(?P<f>[^\s'](?:[^'\n]|'(?=\w))*)'(?!\w)|`(?P<g>[^`\n]+)`"
)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\bhttps?://\S+[\w/]")
_BEFORE_NAME = re.compile(
    r"\b(?:e\.g|i\.e|vs|approx|no|nr|dr|mr|mrs|ms|prof|st|z\.b|d\.h|ca|evtl|u\.a|sr|sra|p\.ej|[b-hj-z])\.$",
    re.I,
)
_SHORTENED = re.compile(r"\b(?:etc|inc|ltd|co|a\.m|p\.m|bzw|usw|[a-z]{3}|\d{1,2})\.$", re.I)
_MONTH = re.compile(r"\s+(?:jan|feb|mar|mär|apr|mai|may|jun|jul|aug|sep|o[ck]t|nov|de[cz])", re.I)
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|\n\s*(?:[-*•]\s+)?|\n*$")
_CLAUSE = re.compile(
    r"\s{0,3};\s|,?\s(?:and then|und dann|y luego|then|dann|luego|and also|und auch|but|aber|pero)\s|"
    r",\s(?:and|und|y|e)\s|,\s|\s(?:and|und|y|e)\s",
    re.I,
)
_SURE = re.compile(r";|\b(?:then|dann|luego|also|auch)\b", re.I)
_ITEM = re.compile(
    r"\s{0,3}[,;](?:\s+(?:and|or|und|oder|y|e|o)\s)?|\s(?:and|as well as|plus|und|sowie|y|e)\s", re.I
)
_HIDDEN = "\x00"


@lru_cache(maxsize=1024)
def _plain(letter: str) -> str:
    bare = unicodedata.normalize("NFD", letter)[0].lower()
    return bare if len(bare) == 1 else letter


def fold(text: str) -> str:
    """Return `text` in lower case without accents; every letter keeps its position."""
    if text.isascii():
        return text.lower()
    return "".join(map(_plain, text.replace("’", "'")))


def find_quotes(text: str) -> list[Part]:
    """Return the quoted texts without their quotes; `start` and `end` include the quotes."""
    return [Part(next(filter(None, match.groups())), *match.span()) for match in _QUOTES.finditer(text)]


def unquote(text: str) -> str:
    """Return a text that is quoted as a whole without its quotes, any other text as it is."""
    match = _QUOTES.fullmatch(text.strip())
    return next(filter(None, match.groups())) if match else text.strip()


def hide_fixed(text: str) -> str:
    """Return `text` with quoted texts, e-mail and web addresses blanked out, each letter by one NUL."""
    for pattern in (_QUOTES, _ADDRESS):
        text = pattern.sub(lambda match: _HIDDEN * len(match[0]), text)
    return text


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return `text` with spaces at some places of it."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def sentences(text: str) -> list[Part]:
    """Return the sentences and lines of a text; decimals, abbreviations, quotes and addresses stay whole."""
    hidden, start, parts = hide_fixed(text), 0, []
    for match in _SENTENCE_END.finditer(hidden):
        if match[0] == "." and _goes_on(hidden[max(0, match.end() - 9) : match.end()], hidden[match.end() :]):
            continue
        parts += _trimmed(text, start, match.start() if "\n" in match[0] else match.end())
        start = match.end()
    return parts


def _goes_on(before: str, after: str) -> bool:
    """Return whether a sentence goes on after a full stop that shortens a word or makes an ordinal."""
    following = after.lstrip()[:1]
    if _BEFORE_NAME.search(before):
        return bool(following)
    small = following.islower() or following.isdigit()
    return bool(_SHORTENED.search(before)) and (small or bool(_MONTH.match(after)))


def clauses(text: str, openers: Collection[str]) -> list[Part]:
    """Return the clauses of a text. 'and' and commas divide only before one of `openers` (folded verbs)."""
    return [part for sentence in sentences(text) for part in _divided(text, sentence, openers)]


def _divided(text: str, sentence: Part, openers: Collection[str]) -> Iterator[Part]:
    hidden = fold(hide_fixed(sentence.words))
    start = 0
    for match in _CLAUSE.finditer(hidden):
        following = re.match(r"(?:please |also |bitte |por favor )*([\w'-]+)", hidden[match.end() :])
        if _SURE.search(match[0]) or (following and following[1] in openers):
            yield from _trimmed(text, sentence.start + start, sentence.start + match.start())
            start = match.end()
    yield from _trimmed(text, sentence.start + start, sentence.end)


def list_items(text: str) -> list[Part]:
    """Return the items of 'a, b and c'; what is quoted stays one item and loses its quotes."""
    hidden, start, items = hide_fixed(text), 0, []
    for match in _ITEM.finditer(hidden):
        items += _trimmed(text, start, match.start())
        start = match.end()
    items += _trimmed(text, start, len(text))
    return [item._replace(words=unquote(item.words)) for item in items]


def _trimmed(text: str, start: int, end: int) -> list[Part]:
    """Return the part without white space at its ends, as a list of one; an empty list if nothing is left."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    words = words.strip()
    return [Part(words, start, start + len(words))] if words else []
