"""An exchange as features of the linear model: strings 'kind|value', each present or absent."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from intent.local.exchange import Exchange
from intent.local.text import Reading
from intent.word_groups import groups_of

FAINT = "~"  # prefixes features of the user's previous message: same weights, but weaker

_GRAMS = (3, 4, 5)
_MOST_WORDS = 120
_MOST_WORDS_BEFORE = 40
_SHORT, _MEDIUM = 3, 10  # words
_OPENINGS = ("resume", "hold", "decline", "thanks", "accept")
_TOPICS = ("create", "agent", "skill", "workspace", "attach", "run", "project", "change")

MOVES = (
    "fresh",
    "question",
    *(f"{name}{size}" for name in (*_OPENINGS, "say") for size in "sml"),
)


@dataclass(frozen=True, slots=True)
class Features:
    """Features of the message alone and in context, and which of `MOVES` it makes."""

    message: frozenset[str]
    context: frozenset[str]
    move: str


def features(exchange: Exchange) -> Features:
    """Return all features of an exchange."""
    return Features(
        message=frozenset(_of_message(exchange.message)),
        context=frozenset(_of_context(exchange)),
        move=_move(exchange.message) if exchange.reply else "fresh",
    )


def _of_message(reading: Reading, prefix: str = "m") -> Iterator[str]:
    yield f"{prefix}|bias"
    yield from _meaning(prefix, reading)
    yield from _shape(prefix, reading)


def _meaning(prefix: str, reading: Reading) -> Iterator[str]:
    words = _middle_cut(reading.words)
    yield from _word_grams(prefix, words)
    yield from _letter_grams(prefix, words)
    yield from _group_features(prefix, words)
    yield from _openings(prefix, words)
    yield from _concept_features(prefix, reading)


def _middle_cut(words: tuple[str, ...]) -> tuple[str, ...]:
    return words if len(words) <= _MOST_WORDS else words[: _MOST_WORDS // 2] + words[-_MOST_WORDS // 2 :]


def _word_grams(prefix: str, words: tuple[str, ...]) -> Iterator[str]:
    for first, second in pairwise(words):
        yield f"{prefix}2|{first} {second}"
    for word in words:
        yield f"{prefix}1|{word}"


def _letter_grams(prefix: str, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        if word[0] == "<":
            continue
        padded = f"_{word}_"
        for size in _GRAMS:
            for start in range(len(padded) - size + 1):
                yield f"{prefix}c|{padded[start : start + size]}"


def _group_features(prefix: str, words: tuple[str, ...]) -> Iterator[str]:
    for groups in map(groups_of, words):
        if groups:
            yield f"{prefix}w|{groups[0]}"
            yield f"{prefix}v|{groups[1]}"


def _openings(prefix: str, words: tuple[str, ...]) -> Iterator[str]:
    for count in (1, 2, 3):
        yield f"{prefix}o|{' '.join(words[:count])}"
    yield f"{prefix}e|{' '.join(words[-2:])}"


def _concept_features(prefix: str, reading: Reading) -> Iterator[str]:
    names = list(dict.fromkeys(concept.name for concept in reading.concepts))
    for name in names:
        yield f"{prefix}k|{name}"
    for concept in reading.concepts:
        if concept.start <= 1:
            yield f"{prefix}k0|{concept.name}"
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            yield f"{prefix}kk|{min(first, second)}+{max(first, second)}"
    for name in names:
        yield f"{prefix}ka|{name}+{_named(reading)}"


def _named(reading: Reading) -> str:
    return f"{min(len(reading.agents), 2)}a{min(len(reading.skills), 1)}s"


def _shape(prefix: str, reading: Reading) -> Iterator[str]:
    length = len(reading.words)
    size = next(bound for bound in (1, 2, 4, 7, 12, 20, 40, 10**6) if length <= bound)
    yield f"{prefix}n|{size}"
    yield f"{prefix}q|{reading.text.rstrip().endswith('?')}"
    yield f"{prefix}a|{_named(reading)}"
    if reading.words[:1] == ("<agent>",):
        yield f"{prefix}a|first"
    if reading.text.startswith("@"):
        yield f"{prefix}a|at"


def _of_context(exchange: Exchange) -> Iterator[str]:
    """Yield features of what was said before, alone and with this message's kind: 'yes' to an offer."""
    if exchange.reply is None:
        yield "x|fresh"
        return
    move = _move(exchange.message)
    yield f"x|{exchange.said}"
    yield f"x|{exchange.said}+{move}"
    for feature in (*_before(exchange), *_topics(exchange)):
        yield feature
        yield f"{feature}*{move}"
    if exchange.request:
        yield from (FAINT + feature for feature in _meaning("m", exchange.request))


def _before(exchange: Exchange) -> Iterator[str]:
    for prefix, reading in (("a", exchange.asked), ("r", exchange.reply), ("u", exchange.request)):
        if reading:
            yield from _word_grams(prefix, reading.words[-_MOST_WORDS_BEFORE:])
            yield from {f"{prefix}k|{concept.name}" for concept in reading.concepts}
            yield f"{prefix}a|{_named(reading)}"
    if exchange.older:
        yield from (f"h1|{word}" for word in exchange.older.words)
        yield from {f"hk|{concept.name}" for concept in exchange.older.concepts}


def _topics(exchange: Exchange) -> Iterator[str]:
    """Yield the topics of each earlier part of the talk: 'create an agent' differs from 'an agent'."""
    found = []
    for prefix, reading in (("a", exchange.asked), ("r", exchange.reply), ("u", exchange.request)):
        if reading:
            about = "".join(f"+{name}" for name in _TOPICS if reading.has(name))
            found.append(f"{prefix}{about}{_named(reading)}")
    yield from (f"t|{topic}" for topic in found)
    yield f"tt|{' '.join(found)}"


def _move(message: Reading) -> str:
    """Return a message's move by its opening, with its size if that tells 'yes' from 'yes, and …'."""
    length = len(message.words)
    size = "s" if length <= _SHORT else "m" if length <= _MEDIUM else "l"
    for name in _OPENINGS:
        if message.opens_with(name) or (name == "resume" and message.has(name)):
            return name + size
    if "?" in message.text or message.opens_with("question"):
        return "question"
    return "say" + size
