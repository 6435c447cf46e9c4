"""Whether a sentence says who somebody is, and doesn't only mention them: 'Ann will ask the landlord'."""

import re
from collections.abc import Iterator
from itertools import product

from intent.data_files import pattern
from intent.questions.asked import Question
from intent.questions.synonyms import synonyms_of
from intent.sentences.question_words import Asked
from intent.text import fold
from omniforge.projects.search.words import stems

_WHO_IS = pattern("identity", "who_is", flags=re.NOFLAG)
_LINK = pattern("identity", "link")
_APART = pattern("identity", "apart")
_NAME = pattern("values", "person", flags=re.NOFLAG)
_WORD = re.compile(r"[^\W\d_][\w-]*")

Span = tuple[int, int]  # from where in a sentence to where


def hides_identity(question: Question, sentence: str) -> bool:
    """Return whether a question asks who somebody is, and a sentence links them to no name."""
    if question.asks is not Asked.PERSON or not question.key or not _WHO_IS.search(fold(question.text)):
        return False
    nouns = list(_mentions(question.key, sentence))
    names = [found.span() for found in _NAME.finditer(sentence)]
    return bool(nouns) and not any(_is_linked(sentence, *pair) for pair in product(nouns, names))


def _mentions(noun: str, sentence: str) -> Iterator[Span]:
    forms = {noun, *synonyms_of(noun)}
    return (found.span() for found in _WORD.finditer(sentence) if not forms.isdisjoint(stems(found[0])))


def _is_linked(sentence: str, noun: Span, name: Span) -> bool:
    """Return whether only words that make the two one stand between them: 'is our', a comma, a colon."""
    first, second = sorted((noun, name))
    between = sentence[first[1] : second[0]]
    return not between.strip() or bool(_LINK.search(between) and not _APART.search(between))
