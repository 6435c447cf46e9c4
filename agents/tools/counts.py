"""Numbers with nouns, as people read them."""

from decimal import Decimal


def counted(number: float, noun: str) -> str:
    """Return a number with its noun: '1 row', '1,204 rows'."""
    return f"{number:,} {plural(number, noun)}"


def grouped(value: Decimal) -> str:
    """Return a number with thousands separators, without trailing zeros."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def plural(number: float, noun: str) -> str:
    """Return a noun in the form that follows a number: '1 row', '2 rows'."""
    return noun if abs(number) == 1 else f"{noun}s"
