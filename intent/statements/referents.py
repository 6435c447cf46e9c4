"""Whom 'she' or 'her' in a sentence means: who was named last before it in the same message."""

from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of
from intent.statements.statement import subject_and_verb
from intent.statements.values import NAMES, without_values
from intent.text import fold

_words = partial(words_of, "statements")


def points_at_person(sentence: str) -> bool:
    """Return whether a sentence has a pronoun for somebody who was named before."""
    return not _words("of_person").isdisjoint(one.word for one in tokenize(sentence))


def whom_next(sentence: str, before: str) -> str:
    """Return whom a pronoun means behind a sentence, and meant `before` it. Empty if it may be several."""
    if before and points_at_person(sentence):
        return before
    named = {*_named(sentence), *filter(None, (before,))}
    return named.pop() if len(named) == 1 else ""


def names_several(sentence: str) -> bool:
    """Return whether a sentence names more than one, so that a pronoun behind it may mean either."""
    return len(_named(sentence)) > 1


def _named(sentence: str) -> list[str]:
    """Return the names in a sentence. Its first word is one only as its whole subject: 'Lena rang'."""
    names = {one[0].removesuffix("'s").removesuffix("’s") for one in NAMES.finditer(without_values(sentence))}
    subject = subject_and_verb(sentence)[0]
    no_names = _words("subjects") | _words("persons") | _words("pointing") | _words("order")
    leads = len(subject) == 1 and fold(subject[0]) not in no_names
    return [one for one in names if leads or not sentence.startswith(one)]
