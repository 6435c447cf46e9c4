"""Questions about the text after the last answer: 'and after that?', 'and if it's later?'"""

from functools import cache

from intent.commands.grammar.phrases import Form, Phrases, words_in
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import forms_of
from intent.data_files import data_of


def asks_what_follows(text: str) -> bool:
    """Return whether a message only asks what comes next."""
    said = _said(text)
    return bool(said) and _phrases("next").at_start(said)[1] == len(said)


def supposes(text: str) -> bool:
    """Return whether a question changes an assumption: 'and if he's ill?'"""
    return bool(_phrases("if").at_start(_said(text))[1])


def _said(text: str) -> Form:
    return words_in(one for one in tokenize(text) if not one.is_mark)


@cache
def _phrases(name: str) -> Phrases[bool]:
    return Phrases(dict.fromkeys(forms_of(data_of("questions")["follows"][name]), True))
