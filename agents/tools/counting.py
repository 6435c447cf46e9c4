"""Numbers with what they count, as people read them."""


def counted(number: float, noun: str) -> str:
    """Return a number with its noun: '1 row', '1,204 rows'."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: float, noun: str) -> str:
    """Return a noun as it stands behind a number."""
    return noun if abs(number) == 1 else f"{noun}s"
