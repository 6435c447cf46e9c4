"""The words of questions about work: the longest phrase at an index, and its negation."""

from collections.abc import Sequence
from functools import cache, partial

from intent.commands.grammar.phrases import Phrases
from intent.commands.grammar.tokens import Token
from intent.commands.words import forms_of
from intent.data_files import data_of, words_of
from intent.sentences.question_words import particles

data = partial(data_of, "work_questions")
_TABLES = ("kind", "condition", "bound", "feast", "order", "among", "threat", "without")
_GAP = 6  # words between 'not' and what it negates
Phrase = tuple[str, str]  # its table, and its key
NO_PHRASE: Phrase = ("", "")


@cache
def words(name: str) -> frozenset[str]:
    """Return a list of words. The list of ignored ones includes the particles of all questions."""
    return words_of("work_questions", name) | (particles() if name == "filler" else frozenset())


def phrase_at(tokens: Sequence[Token], at: int) -> tuple[Phrase, int]:
    """Return the longest phrase at an index, and its length in words."""
    found, size = _phrases(*_TABLES).at(tokens, at)
    return found or NO_PHRASE, size or 1


def negated_at(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """Return the key of 'not linked' and the like at an index, and its length, else an empty key."""
    if tokens[at].word not in words("negators") or tokens[at].is_quoted:
        return "", 1
    for place in range(at + 1, min(at + _GAP, len(tokens))):
        found, size = _phrases("negated").at(tokens, place)
        if found:
            return found[1], place + size - at
        if tokens[place].word not in words("between"):
            break
    return "", 1


def opposite(key: str) -> str:
    """Return the opposite of a condition, empty if it has none."""
    return str(data()["opposite"].get(key, ""))


@cache
def _phrases(*tables: str) -> Phrases[Phrase]:
    listed = ((table, key, text) for table in tables for key, text in data()[table].items())
    return Phrases({form: (table, key) for table, key, text in listed for form in forms_of(text)})
