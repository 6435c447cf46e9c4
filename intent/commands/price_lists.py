"""The prices that a text lists, line by line: 'Flat white 3.20', 'Scone with jam: £3.75'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from intent.commands.tables.cells import stems_of

_LINE = re.compile(
    r"\W*(?P<name>[^\W\d_][^\d|:€$£]{1,60}?)[\s|:–—.-]+(?P<sign>[€$£]?)\s?(?P<price>\d+(?:[.,]\d\d)?)\s?"
    r"(?P<after>[€$£]?)(?:\s*\|)*\s*(?:each|apiece|per \w+)?\W*"
)


@dataclass(frozen=True, slots=True)
class Price:
    """What one of something costs."""

    name: str
    amount: Decimal
    sign: str = ""


def prices_in(text: str) -> list[Price]:
    """Return the prices of a text. A line counts if its figure has cents or a currency."""
    found = (_LINE.fullmatch(line.strip()) for line in text.splitlines())
    return [
        Price(one["name"].strip(), Decimal(one["price"].replace(",", ".")), one["sign"] or one["after"])
        for one in found
        if one and (one["sign"] or one["after"] or one["price"][-3:-2] in (".", ","))
    ]


def price_of(name: str, prices: Sequence[Price]) -> Price | None:
    """Return the one price of something: by its whole name, else by words of it, or None if several fit."""
    said = {*stems_of(name)}
    fits = [one for one in prices if said and said <= {*stems_of(one.name)}]
    whole = [one for one in fits if said == {*stems_of(one.name)}]
    kept = {(one.name.casefold(), one.amount): one for one in whole or fits}
    return next(iter(kept.values())) if len(kept) == 1 else None
