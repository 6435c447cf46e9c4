"""A fact as a person stated it, and what it is about."""

from dataclasses import dataclass
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of
from intent.sentences.question_forms import strip_lead
from intent.sentences.question_words import folded
from intent.sentences.telling_words import topic_stems
from intent.statements.values import without_values
from intent.text import fold
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_SUBJECT = 5  # words before the verb


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact as stated. `about` are the stems of its subject, without its values. `whom` its 'she' means."""

    text: str
    about: tuple[str, ...]
    whom: str = ""


def about(text: str) -> tuple[str, ...]:
    """Return the stems of a text's subject, without times, amounts and units."""
    units = set(stems(" ".join(_words("units"))))
    return tuple(word for word in topic_stems(without_values(text)) if word not in units)


def replaces(new: Statement, old: Statement) -> bool:
    """Return whether a fact updates an older one: the same things with other values."""
    return bool(new.about) and set(new.about) == set(old.about) and new.text != old.text


def is_named(fact: Statement, question: str) -> bool:
    """Return whether a question ends in a fact's subject: 'what is our EIN?'"""
    said = fold(fact.text)
    subject, verb = subject_and_verb(said)
    asked = [token.word for token in tokenize(strip_lead(folded(question))) if not token.is_mark]
    own = [token.word for token in tokenize(" ".join(subject)) if not token.is_mark]
    telling = len(own) > 1 or not _words("subjects").issuperset(own)
    telling = telling and set(topic_stems(" ".join(asked[: -len(own)]))) <= set(stems(" ".join(own)))
    return verb in _words("being") and telling and asked[-len(own) :] == own


def subject_and_verb(text: str) -> tuple[tuple[str, ...], str]:
    """Return the words before a fact's verb, at most a few, and the verb."""
    words = text.split()
    for at, word in enumerate(words[: _SUBJECT + 1]):
        if at and fold(word) in _words("verbs"):
            return tuple(words[:at]), fold(word)
    return (), ""


def predicate(text: str) -> tuple[bool, list[str]]:
    """Return whether a fact says 'from now on', and its words after the verb without that."""
    verb = subject_and_verb(fold(text))[1]
    said = [token.word for token in tokenize(text) if not token.is_mark]
    rest = said[said.index(verb) + 1 :] if verb in said else []
    return any(one in _words("since") for one in said), [one for one in rest if one not in _words("since")]
