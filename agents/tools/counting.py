"""Numbers with what they count, as people read them."""

from decimal import Decimal


def counted(number: float, noun: str) -> str:
    """Return a number with its noun: '1 row', '1,204 rows'."""
    return f"{number:,} {plural(number, noun)}"


def grouped(value: Decimal) -> str:
    """Return a number with commas between thousands, without zeros at its end."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def plural(number: float, noun: str) -> str:
    """Return a noun as it stands behind a number."""
    return noun if abs(number) == 1 else f"{noun}s"
