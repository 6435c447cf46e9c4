"""Names of tables and columns in SQL."""

from collections.abc import Iterable, Iterator

_LONGEST = 60


def identifier(name: str) -> str:
    """Return a name that needs no quotes in SQL: 'Orders 2026' becomes orders_2026."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name.lower())
    plain = "_".join(filter(None, plain.split("_")))[:_LONGEST] or "t"
    return f"t_{plain}" if plain[0].isdigit() else plain


def quoted(name: str) -> str:
    """Quote a name for SQL."""
    inner = name.replace('"', '""')
    return f'"{inner}"'


def unique(names: Iterable[str]) -> Iterator[str]:
    """Yield names that are unique case-insensitively, as SQL compares them."""
    taken: set[str] = set()
    for name in names:
        free, number = name, 1
        while free.casefold() in taken:
            number += 1
            free = f"{name}_{number}"
        taken.add(free.casefold())
        yield free
