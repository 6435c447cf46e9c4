"""Words of dates in one form: 'Thu 03 Dec' and 'Donnerstag, den 3. Dezember' have the same."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from intent.slots.language import table_of

_ON_CARDS = {"wed": "WE", "sat": "SA", "sun": "SU"}
_FIGURE = re.compile(r"0?(\d{1,2})(?:st|nd|rd|th|\.)?")
_ALSO_A_VERB = "may"


def as_dated(words: Iterable[str]) -> Iterator[str]:
    """Yield words with those of days and months in one form, and figures without '0', '.' and 'th'."""
    for word in words:
        figure = _FIGURE.fullmatch(word)
        yield figure[1] if figure else _names().get(word, word)


@cache
def _names() -> dict[str, str]:
    months = {one: f"month {number}" for one, number in table_of("month").items() if one != _ALSO_A_VERB}
    return table_of("weekday") | _ON_CARDS | months
