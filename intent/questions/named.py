"""The names in a question, by a capital or a number ('Ann', 'zone 3'): an answer must be about the same."""

import re
from functools import partial

from intent.data_files import words_of
from intent.text import fold
from omniforge.projects.search.words import stems

_words = partial(words_of, "questions")
_NAME = re.compile(
    r"(?<![¿¡])(?<![.!?:“\"(] )(?<!^)(?<![\w'’.])(?P<name>[A-ZÀ-Þ](?:[a-zà-ÿ'’-]+[\w'’-]*)?)(?![\w])"
)
_BEHIND = "and|or|have|has|is|are|was|were|do|does|cost|costs|kept|run|built|in|at|on|for|to|open|close"
_NUMBERED = re.compile(
    rf"\b(?P<kind>[a-zà-ÿ]{{3,}}) (?P<number>\d{{1,3}})(?=\W*$|[?,;.!]|\s(?:{_BEHIND})\b)", re.I
)


def names_in(question: str) -> tuple[str, ...]:
    """Return the stems of the names in a question, without duplicates.

    In German all nouns are capitalised, so capitals don't count there, nor do they at the beginning.
    """
    if _is_german(question):
        return ()
    named = [found["name"] for found in _NAME.finditer(question)]
    numbered = [
        one["number"] for one in _NUMBERED.finditer(question) if fold(one["kind"]) not in _words("no_kinds")
    ]
    said = (
        stem for name in (*named, *numbered) if fold(name) not in _words("no_names") for stem in stems(name)
    )
    return tuple(dict.fromkeys(said))


def _is_german(question: str) -> bool:
    return not _words("german").isdisjoint(re.findall(r"\w+", fold(question)))
