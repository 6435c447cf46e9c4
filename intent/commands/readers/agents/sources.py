"""Reads which source is meant: by address, name or host, or by kind if there is only one."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from intent.commands.grammar.slot_types import Words, slot_type, text_of, words_in
from intent.commands.grammar.tokens import Token, fold
from intent.commands.readers.things.homes import drop_article
from intent.commands.types import SourceNamed
from intent.commands.words import as_words, at_end, key_of
from intent.types import SourceCard

_ADDRESS = ("http://", "https://")
_LONGEST = 8  # words
_ANY = "source"


@slot_type("source")
def _source(words: Words) -> SourceNamed | None:
    """Return the source that words name. Also a feed that doesn't exist yet."""
    if len(words.tokens) == 1 and words.tokens[0].word.startswith(_ADDRESS):
        return _at(words)
    if len(words.tokens) > _LONGEST:
        return None
    tokens = drop_article(words)
    noun, size = at_end("source_noun", tuple(token.word for token in tokens))
    named = _parts(tokens[: len(tokens) - size])
    found = [card for card in words.situation.sources if _is_called(card, noun, named)]
    if found:
        return SourceNamed(words.text, tuple(card.name for card in found))
    called = text_of(words.source, tokens[: len(tokens) - size])
    return SourceNamed(words.text, called=called) if noun == "feed" and called else None


def _at(words: Words) -> SourceNamed:
    url = words.tokens[0].text
    names = (card.name for card in words.situation.sources if _same(card.place, url))
    return SourceNamed(words.text, tuple(names), url)


def _same(place: str, url: str) -> bool:
    return fold(place).rstrip("/") == fold(url).rstrip("/")


def _is_called(card: SourceCard, noun: str, named: Sequence[str]) -> bool:
    """Return whether words are a source's name or host, or after a noun part of one."""
    if not named:
        return noun in (card.kind, _ANY) and bool(noun)
    name, host = _parts_of(card.name), _host(card.place)
    if noun:
        return set(named) <= {*name, *host, ".".join(host)}
    return tuple(named) == name or ".".join(named) in (".".join(host), *host[-2:-1])


def _host(place: str) -> tuple[str, ...]:
    """Return the labels of a host, without 'www'."""
    host = urlsplit(place).hostname or place
    return tuple(part for part in fold(host).split(".") if part != "www")


def _parts(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(
        part for token in tokens if not token.is_mark and token.word != "'s" for part in _split(token.word)
    )


def _parts_of(name: str) -> tuple[str, ...]:
    return tuple(part for word in as_words(name) for part in _split(word))


def _split(word: str) -> Sequence[str]:
    return [part for part in word.split("-") if part]


@slot_type("source_days", cues=words_in("source_days"))
def _days(words: Words) -> int | None:
    """Return a number of days back: 'since yesterday'."""
    key = key_of("source_days", words.text)
    return int(key) if key else None
