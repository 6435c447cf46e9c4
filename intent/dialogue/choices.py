"""Reads which choice of an open question is picked: by number, by its words, or by what is said of it."""

from collections.abc import Callable, Collection, Sequence

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, at_start, key_of, table
from intent.dialogue.answers import (
    Answer,
    Reply,
    begins_with_yes,
    is_echo,
    plain_words,
    read_answer,
    says_deed,
    words_of,
)
from omniforge.projects.search.words import stems

_NOT, _OTHER, _PAIR = ("not",), "other", 2
_BOTH, _EACH, _OF_THEM = (
    "both",
    frozenset(("all", "both", "everything")),
    frozenset(("them", "those", "these")),
)
_DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_DAY = 3  # letters of a weekday in choices
_POLITE = frozenset(("please", "pls", "thanks", "then", "bitte"))


def read_choice(message: str, titles: Sequence[str], question: str = "") -> int | None:
    """Return the index of the title that a message picks: by number, ordinal or its words.

    It may repeat the question's action: 'yes, delete stock-check'.
    """
    words = _bare(message)
    if not titles or not words or number_of_all(message) is not None:
        return None
    wanted = [place for place, title in enumerate(titles) if as_words(title) == as_words(message)]
    if wanted:
        return wanted[0]
    plain = tuple(word for word in words if (word,) not in words_of("plainly"))
    if (place := _place(plain)) is not None and -len(titles) <= place < len(titles):
        return place % len(titles)
    told = {word for word in plain if not _repeats(word, question)} if question else set(plain)
    fitting = [place for place, title in enumerate(titles) if told and told <= set(plain_words(title))]
    return fitting[0] if len(fitting) == 1 else None


def read_in_parts(message: str, read: Callable[[str], int | None]) -> int | None:
    """Return the index that a message picks, or each of its parts but a yes: 'yes, the first, Ann'."""
    if (found := read(message)) is not None:
        return found
    parts = [one for one in message.split(",") if one.strip() and read_answer(one) != Answer(Reply.YES)]
    places = {read(one) for one in parts}
    return places.pop() if len(places) == 1 else None


def number_of_all(message: str) -> int | None:
    """Return how many choices a message means by 'all three' or 'both', 0 for 'all of them', else None."""
    bare = [
        word for word in _bare(message) if (word,) not in words_of("sure", "beside") and word not in _OF_THEM
    ]
    rest = [word for word in bare if word not in _EACH]
    if len(rest) == len(bare) or len(rest) > 1:
        return None
    number = table("quantity").get((rest[0],), rest[0]) if rest else str(_PAIR) if _BOTH in bare else "0"
    return int(number) if number.isdecimal() else None


def without_deed(message: str, deed: str) -> str:
    """Return a yes without a last part that only repeats its deed: 'yes, the shed, delete it'."""
    first, _, last = message.rpartition(",")
    repeats = begins_with_yes(first) and says_deed(last, like=deed) and all(map(is_echo, plain_words(last)))
    return first if repeats else message


def read_feature(message: str, titles: Sequence[str], about: Sequence[str]) -> int | None:
    """Return the index of the choice that a message picks by its description: 'the one for Ann', 'Monday's'.
    Of two, 'not the slates' picks the other.
    """
    words = tuple(word for word in _bare(message) if (word,) not in words_of("beside"))
    refuses = words[:1] == _NOT and len(titles) == _PAIR
    told = {word[:_DAY] if word in _DAYS else word for word in words[refuses:] if word != _OTHER}
    rows = [{*plain_words(title), *plain_words(what)} for title, what in zip(titles, about, strict=True)]
    fitting = _having(told, rows) or _having(stems(" ".join(told)), [stems(" ".join(one)) for one in rows])
    if len(fitting) != 1:
        return None
    return 1 - fitting[0] if refuses else fitting[0]


def _having(told: Collection[str], rows: Sequence[Collection[str]]) -> list[int]:
    """Return the indexes of the rows that contain every word."""
    return [place for place, row in enumerate(rows) if told and {*told} <= {*row}]


def _repeats(word: str, question: str) -> bool:
    """Return whether a word only says yes, or repeats the question's action."""
    return (word,) in words_of("sure") or (is_echo(word) and word in plain_words(question))


def _bare(message: str) -> tuple[str, ...]:
    return tuple(word for word in plain_words(message) if (word,) not in words_of("pointers"))


def _place(words: tuple[str, ...]) -> int | None:
    """Return the index that words name, -1 for the last."""
    key, size = at_start("ordinal", words)
    if not size and len(words) == 1:
        key = words[0] if words[0].isdigit() else table("quantity").get(words, "")
        size = 1 if key else 0
    if size != len(words) or not key:
        return None
    return int(key) - 1 if int(key) > 0 else int(key)


def only_part(message: str) -> tuple[str, str]:
    """Return the words after 'only', and those after that, both empty if there is no 'only'."""
    tokens = tokenize(message)
    size = at_start("only_part", tuple(one.word for one in tokens))[1]
    if not size:
        return "", ""
    end = next((at for at in range(size, len(tokens)) if tokens[at].is_mark), len(tokens))
    named = [one for one in tokens[size:end] if one.word not in _POLITE]
    while named and key_of("article", named[0].word):
        named = named[1:]
    while named and key_of("kind", named[-1].word):
        named = named[:-1]
    text = message[named[0].start : named[-1].end] if named else ""
    return text, message[tokens[end].end :].strip() if end < len(tokens) else ""
