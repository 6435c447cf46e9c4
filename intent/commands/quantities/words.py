"""The vocabulary of quantities: unit names, synonyms of things, words around figures."""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from intent.commands.tables.cells import stem
from intent.data_files import data_of, words_of
from intent.slots.language import table_of

MONEY = "money"


class Unit(NamedTuple):
    """A unit: its name, what it measures, and its size in the smallest unit of its kind."""

    name: str
    kind: str
    size: Decimal = Decimal(1)


@cache
def units() -> dict[str, Unit]:
    """Return all units by name."""
    return {
        name: Unit(unit, one["of"], Decimal(one["size"]))
        for unit, one in data_of("quantities")["units"].items()
        for name in one["names"].split(", ")
    }


def coin(unit: Unit) -> Unit | None:
    """Return the currency whose subunit a unit is, or None for any other unit."""
    coins = data_of("quantities")["coins"]
    return Unit(coins[unit.name], MONEY) if unit.name in coins else None


def currency_of_coin(word: str) -> str:
    """Return the currency of a subunit: pounds for pence, empty if several currencies share its name."""
    whole = coin(units()[word]) if word in units() else None
    return whole.name if whole else ""


def currency(word: str) -> str:
    """Return the code of a currency given by sign or word, empty for any other word."""
    return str(table_of("currency").get(word.lower(), ""))


@cache
def long_names() -> re.Pattern[str]:
    """Return a pattern of unit names that have several words."""
    names = (re.escape(one) for one in units() if " " in one)
    return re.compile(rf"\b(?:{'|'.join(sorted(names, key=len, reverse=True))})\b")


@cache
def _kinds() -> dict[str, str]:
    return {word: kind for kind, words in data_of("quantities")["same"].items() for word in words.split()}


def unit_named(name: str) -> Unit | None:
    """Return the unit of this canonical name."""
    return next((one for one in units().values() if one.name == name), None)


def thing(noun: str) -> str:
    """Return the canonical form of a counted noun: 'guests' and 'people' are the same."""
    return _kinds().get(noun) or stem(noun)


def is_one_of(name: str, word: str) -> bool:
    """Return whether a word is in the named list of words around figures."""
    return word in words_of("quantities", name)


@cache
def asking() -> re.Pattern[str]:
    """Return a pattern of question openings, in groups named by what they ask for."""
    asks = data_of("quantities")["asks"]
    kinds = (f"(?P<{kind}>{forms.replace(', ', '|')})" for kind, forms in asks.items())
    return re.compile(rf"\b(?:{'|'.join(kinds)})(?!\w)")


def decimal_mark(question: str) -> str:
    """Return the decimal mark of the question's language, empty if it may be either."""
    return "," if is_one_of("foreign", question.split()[0]) else ""


@cache
def share_modes() -> dict[str, frozenset[str]]:
    """Return the ways in which a rate relates to an amount, each with its words."""
    return {mode: frozenset(words.split()) for mode, words in data_of("quantities")["shares"].items()}


@cache
def share_sides() -> dict[str, frozenset[str]]:
    """Return the words that say an amount includes its rate, or doesn't."""
    return {side: frozenset(words.split()) for side, words in data_of("quantities")["sides"].items()}


@cache
def share_words() -> frozenset[str]:
    """Return the words that a question about a share may consist of."""
    told = words_of("quantities", "share_end") | words_of("quantities", "ask_end")
    return told.union(*share_modes().values(), *share_sides().values())
