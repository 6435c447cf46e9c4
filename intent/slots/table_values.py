"""Readers for the tables in a language's data file: keys as values, phrases as people say them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from intent.slots.text import fold


def plain_phrase(phrase: str) -> str:
    """Return a phrase in table form: folded, without hyphens, with single spaces."""
    return " ".join(fold(phrase).replace("-", " ").split())


def number_or_text(value: str) -> float | str:
    """Return a table's key, as a number if it is one."""
    if re.fullmatch(r"-?\d+\.\d+", value):
        return float(value)
    return int(value) if re.fullmatch(r"-?\d+", value) else value


def leading_number(said: str) -> float | None:
    """Return the number at the start of a text. '2,5' has a decimal comma."""
    match = re.match(r"\d+(?:[.,]\d+)?", said)
    if not match:
        return None
    return int(match[0]) if match[0].isdigit() else float(match[0].replace(",", "."))


def number_words(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the words for numbers up to 99, with tens and units combined as in the language."""
    units = {plain_phrase(word): int(key) for key, said in data["units"].items() for word in said.split()}
    tens = {plain_phrase(word): int(key) for key, said in data["tens"].items() for word in said.split()}
    yield from (units | tens).items()
    for ten, value in tens.items():
        for unit, more in units.items():
            if value > 10 and 0 < more < 10:
                yield plain_phrase(data["compound"].format(tens=ten, unit=unit)), value + more
