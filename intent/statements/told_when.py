"""Statements that may change something instead of telling a fact: 'Emma's is at 10:45'."""

from datetime import date
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of
from intent.slots.days import find_days
from intent.slots.times import find_durations, find_times
from intent.statements.permanence import lasts
from intent.statements.statement import subject_and_verb

_words = partial(words_of, "statements")
_OWNED = ("'s", "’s")
_INSTEAD = ", not "


def thing_told_when(text: str, today: date) -> str:
    """Return what a passing statement gives a day, a time or a duration, empty for other statements.

    'Emma's is at 10:45' and 'the guest comes at 3, not 2' are passing, 'our shop opens at 9' isn't.
    """
    said, subject = f"{text} ", " ".join(_subject(text))
    is_passing = not lasts(text) or subject.endswith(_OWNED) or _INSTEAD in said
    has_time = find_days(text, today) or find_times(text) or find_durations(text)
    return subject.removesuffix(_OWNED[0]).removesuffix(_OWNED[1]) if is_passing and has_time else ""


def only_points(text: str) -> bool:
    """Return whether a statement is about what was just listed: 'all four are for Ben'."""
    said = [one.word for one in tokenize(" ".join(_subject(text))) if not one.is_mark]
    return bool(said) and all(one in _words("listed") or one[:1].isdigit() for one in said)


def repeats_itself(text: str) -> bool:
    """Return whether somebody insists on what was said before: 'the oak one, I said', 'I mean the sum'."""
    said = [one.word for one in tokenize(text) if not one.is_mark]
    return said[-2:] == ["i", "said"] or said[:2] in (["i", "mean"], ["i", "meant"])


def _subject(text: str) -> tuple[str, ...]:
    return subject_and_verb(text)[0]
