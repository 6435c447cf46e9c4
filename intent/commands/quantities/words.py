"""The words of quantities: units by their names, words that name one kind of thing, words around figures."""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from intent.commands.table_cells import stem
from intent.data_files import data_of, words_of
from intent.slots.language import table_of

MONEY = "money"


class Unit(NamedTuple):
    """A unit: its name, what it measures, and how many of the smallest unit of its kind it is."""

    name: str
    kind: str
    size: Decimal = Decimal(1)


@cache
def units() -> dict[str, Unit]:
    """Return the units by their names."""
    return {
        name: Unit(unit, one["of"], Decimal(one["size"]))
        for unit, one in data_of("quantities")["units"].items()
        for name in one["names"].split(", ")
    }


def coin(unit: Unit) -> Unit | None:
    """Return the currency of which a unit is the small coin; None for any other unit."""
    coins = data_of("quantities")["coins"]
    return Unit(coins[unit.name], MONEY) if unit.name in coins else None


def currency_of_coin(word: str) -> str:
    """Return the currency of a small coin: pounds of pence; empty where several have one called so."""
    whole = coin(units()[word]) if word in units() else None
    return whole.name if whole else ""


def currency(word: str) -> str:
    """Return the code of a currency by its sign or a word for it; empty for any other word."""
    return str(table_of("currency").get(word.lower(), ""))


@cache
def long_names() -> re.Pattern[str]:
    """Return a pattern of the names of units that have several words."""
    names = (re.escape(one) for one in units() if " " in one)
    return re.compile(rf"\b(?:{'|'.join(sorted(names, key=len, reverse=True))})\b")


@cache
def _kinds() -> dict[str, str]:
    return {word: kind for kind, words in data_of("quantities")["same"].items() for word in words.split()}


def named(name: str) -> Unit | None:
    """Return the unit of a name, the one by which all its names are known."""
    return next((one for one in units().values() if one.name == name), None)


def thing(noun: str) -> str:
    """Return what a noun counts: 'guests' and 'people' are the same."""
    return _kinds().get(noun) or stem(noun)


def is_one_of(name: str, word: str) -> bool:
    """Return whether a word stands in a list of the words around figures."""
    return word in words_of("quantities", name)


@cache
def asking() -> re.Pattern[str]:
    """Return a pattern of the words with which a question begins, in groups named by what they ask for."""
    asks = data_of("quantities")["asks"]
    kinds = (f"(?P<{kind}>{forms.replace(', ', '|')})" for kind, forms in asks.items())
    return re.compile(rf"\b(?:{'|'.join(kinds)})(?!\w)")


def decimal_mark(question: str) -> str:
    """Return the mark before decimals in the language of a question; empty for either."""
    return "," if is_one_of("foreign", question.split()[0]) else ""


@cache
def share_modes() -> dict[str, frozenset[str]]:
    """Return the ways in which a rate belongs to an amount, each with the words that tell it."""
    return {mode: frozenset(words.split()) for mode, words in data_of("quantities")["shares"].items()}


@cache
def share_sides() -> dict[str, frozenset[str]]:
    """Return the words by which an amount is told to be with its rate, or without it."""
    return {side: frozenset(words.split()) for side, words in data_of("quantities")["sides"].items()}


@cache
def share_words() -> frozenset[str]:
    """Return the words of which a question for a share consists."""
    told = words_of("quantities", "share_end") | words_of("quantities", "ask_end")
    return told.union(*share_modes().values(), *share_sides().values())
