"""Words that mark an event by themselves: 'dentist', 'team lunch with Priya', 'Teambesprechung'."""

from functools import cache
from itertools import pairwise

from intent.commands.grammar.tokens import fold, tokenize
from intent.commands.readers.things.people import may_be_person
from intent.commands.words import at_end, at_start, table

_BEFORE_PEOPLE = ("with", "and", "mr", "mrs", "ms", "dr", ",", "-", "–", "(")
_LONG_WORD = 6  # letters of a word that may end a compound, as in German


def names_place(title: str) -> bool:
    """Return whether a title names a location: 'Fitting at the Red Lion'."""
    return bool({"at", "in"} & {*fold(title).split()[1:]})


def names_people(title: str) -> bool:
    """Return whether a title says behind 'with' or a comma who is there: 'Viewing, Ann does it'."""
    rows = pairwise(tokenize(title)[1:])
    return any(mark.word in _BEFORE_PEOPLE and may_be_person(one.text) for mark, one in rows)


def continues(piece: str) -> bool:
    return (fold(piece).split() or [""])[0] in {form[0] for form in table("goes_on")}


def bare_title(title: str) -> str:
    """Return a folded title without its article."""
    words = tuple(token.word for token in tokenize(title))
    _, size = at_start("article", words)
    return " ".join(words[size:])


def _head(bare: str) -> tuple[str, ...]:
    """Return a title's words up to its complement: 'team lunch' for 'team lunch with Priya'."""
    words = tuple(bare.split())
    ends = {form[0] for form in table("goes_on")}
    return words[: next((place for place, word in enumerate(words) if place and word in ends), len(words))]


def names_other_kind(bare: str) -> bool:
    """Return whether a title begins or ends with another kind's word: 'a task ...', 'an urgent task'."""
    head = _head(bare)
    keys = {at_start("kind", head)[0], at_end("kind", head)[0]}
    return bool(keys - {"", "event", "thing"})


@cache
def _occasion_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words for occasions, and those that may end a compound."""
    single = tuple(form[0] for form in table("occasion") if len(form) == 1 and len(form[0]) >= _LONG_WORD)
    return frozenset(word for form in table("occasion") for word in form), single


def is_of_occasion(word: str) -> bool:
    """Return whether a word names an occasion: 'dentist', 'Teambesprechung'."""
    words, endings = _occasion_words()
    return word in words or word.endswith(endings)


def is_occasion(title: str) -> bool:
    head = _head(bare_title(title))
    if names_other_kind(bare_title(title)):
        return False
    if at_end("occasion", head)[1] or at_start("occasion", head)[1]:
        return True
    return bool(head) and head[-1].endswith(_occasion_words()[1])
