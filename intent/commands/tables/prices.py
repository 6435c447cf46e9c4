"""Which columns of a table say how many of what the prices beside them are for."""

from typing import TYPE_CHECKING

from intent.commands.tables.column_names import last_word, name_words

if TYPE_CHECKING:
    from intent.commands.tables.words import TableWords

_EACH = ("each", "apiece")


def priced_by(at_hand: "TableWords", each: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that a price is named after: 'Boxes' of 'Price per box', 'Guests' of a price
    per head.
    """
    found = [one for price in each for one in at_hand.columns_called(last_word(price))]
    if {*each} & {*at_hand.numbers_of("price_of_head")}:
        found += at_hand.numbers_of("column_heads")
    return tuple(one for one in dict.fromkeys(found) if one in at_hand.numbers and one not in each)


def only_count(at_hand: "TableWords", each: tuple[str, ...]) -> tuple[str, ...]:
    """Return the only column of whole numbers beside a price for one: 'Balls' beside 'Price each'."""
    others = tuple(one for one in at_hand.numbers if one not in at_hand.prices)
    whole = all(isinstance(cell, int) for one in others for cell in at_hand.cells(one))
    is_each = any({*name_words(one)} & {*_EACH} for one in each)
    return others if is_each and whole and not any(map(at_hand.holds_years, others)) else ()


def prices_of_things(at_hand: "TableWords") -> tuple[str, ...]:
    """Return the columns called just 'Price' in a list of counted things without dates."""
    are_things = at_hand.amounts == at_hand.numbers_of("column_count") and not at_hand.days
    return at_hand.numbers_of("column_price") if are_things else ()


def may_count(at_hand: "TableWords") -> tuple[str, ...]:
    """Return the columns of whole numbers that may say how many of something a row is."""
    told = {*at_hand.prices, *at_hand.marks}
    told |= {*at_hand.numbers_of("column_limit")}
    found = [one for one in at_hand.numbers if one not in told and at_hand.holds_whole(one)]
    return tuple(one for one in found if not at_hand.holds_years(one))
