"""Reads the value of a form's slot: a few words that aren't a clause."""

from collections.abc import Sequence
from itertools import pairwise

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.places import names_target
from intent.commands.words import at_start, is_within, key_of, table
from intent.slots.recurrence import find_recurrence
from intent.slots.systems import outside_systems
from intent.slots.times import find_times

_OWNS = "'s"
_LONGEST = 8  # words of a value
_NAME = 5  # words of a name
_FEWEST, _MOST = 2, 16  # words of a condition


@slot_type("form_value")
def _form_value(words: Words) -> str | None:
    """Return a few words without 'is' or a pronoun: 'Google Forms', 'the 1st at 8'."""
    said = [one for one in words.tokens if not one.is_quoted]
    speaks = any(one.is_mark or (one.word,) in table("form_clause") for one in _without_owners(said))
    return None if speaks or len(words.tokens) > _LONGEST else words.text


def _without_owners(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return words without a possessive 's: that of 'the owner's name', not that of 'it's'."""
    owners = [after for before, after in pairwise(tokens[:-1]) if not table("pronoun").get((before.word,))]
    return [one for one in tokens if one.word != _OWNS or one not in owners]


@slot_type("form_system")
def _form_system(words: Words) -> str | None:
    """Return a value that names a system where people store data."""
    return words.text if _form_value(words) and outside_systems(words.text) else None


@slot_type("form_name")
def _form_name(words: Words) -> str | None:
    """Return an agent's name: a quotation, or a few words up to the next 'and'."""
    if len(words.tokens) == 1 and words.tokens[0].is_quoted:
        return words.text
    if table("pronoun").get(tuple(one.word for one in words.tokens)):
        return None
    joined = any(one.is_mark or one.word in ("and", "but", "not") for one in words.tokens)
    return None if joined or len(words.tokens) > _NAME or _form_value(words) is None else words.text


@slot_type("rule_for_work", free=True)
def _rule_for_work(words: Words) -> str | None:
    """Return a rule for the work, 'it must never name a patient', but no day, time or place."""
    said = tuple(one.word for one in words.tokens)
    opens = at_start("rule_opening", said)[1]
    if len(said) > _MOST or not (0 < opens < len(said) or _tells_look(said)):
        return None
    return None if _tells_when_or_where(words, asked=not _tells_look(said)) else words.text


def _tells_look(said: tuple[str, ...]) -> bool:
    """Return whether words describe the output's form: 'the price should come first in each line'."""
    modal = next((at for at in range(1, len(said)) if at_start("rule_modal", said[at:])[1]), len(said))
    return is_within("look_of_result", said, modal + 1)


@slot_type("included", free=True)
def _included(words: Words) -> str | None:
    """Return the things to include, or None for a rule."""
    return None if _rule_for_work(words) else words.text


@slot_type("form_condition")
def _form_condition(words: Words) -> str | None:
    """Return a filter: 'reviews with 3 stars', but no day, time or place."""
    said = [one.word for one in words.tokens]
    if not _FEWEST <= len(said) <= _MOST or any(one.is_mark for one in words.tokens):
        return None
    talks = table("form_talk").get((said[0],))
    return None if talks or _tells_when_or_where(words) else words.text


def _tells_when_or_where(words: Words, *, asked: bool = True) -> bool:
    today = words.situation.now.date()
    is_when = find_recurrence(words.text, today, asked=asked) or find_times(words.text)
    return bool(is_when or outside_systems(words.text) or names_target(words.text))


@slot_type("way_to_write")
def _manner(words: Words) -> str | None:
    """Return how to write, 'be brief', 'write in German', or None if it says when or where, too."""
    said = tuple(one.word for one in words.tokens)
    opens = at_start("manner_opening", said)[1]
    return words.text if opens and len(said) <= _MOST and not _tells_when_or_where(words) else None


@slot_type("look_of_text")
def _look(words: Words) -> str | None:
    """Return how a text should be: 'shorter'."""
    return words.text if key_of("look_of_text", words.text) else None
