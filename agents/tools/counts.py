"""Numbers with nouns, as people read them."""

from decimal import Decimal, InvalidOperation

_SEPARATORS = str.maketrans("", "", ".,'’\u00a0\u202f")
_LEAST = 3  # digits: fewer stand in a text by chance
_CENT = Decimal("0.01")


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


def says_figure(text: str, figure: str) -> bool:
    """Return whether a text has a number exactly, in whatever notation: '31,196.93', '31.196,93'."""
    bare = text.translate(_SEPARATORS)
    said = {*"".join(sign if sign.isdigit() else " " for sign in bare).split()}
    written = {one.strip("-").translate(_SEPARATORS) for one in (figure, _to_the_cent(figure))}
    return any(one in said for one in written if len(one) >= _LEAST)


def _to_the_cent(figure: str) -> str:
    try:
        value = Decimal(figure)
        return str(cents) if (cents := value.quantize(_CENT)) == value else figure
    except InvalidOperation:
        return figure
