"""Names with a date or version: 'Prices 2025' and 'Prices 2026' are one thing at two times."""

import re
from typing import NamedTuple

from intent.text import fold

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_GERMAN = {"mai": "may", "okt": "oct", "dez": "dec", "mrz": "mar"}
_NAME = (
    r"jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch|z)?|mrz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|"
    r"sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")
_MONTH = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? )?(?P<month>{_NAME})\b(?: (?P<after>\d{{1,2}})\b)?"
)
_VERSION = re.compile(r"\b(?:v|version|revision|rev|edition|ausgabe|fassung) ?\.?(\d+(?:\.\d+)?)\b")


class DatedName(NamedTuple):
    """A name without its date, and the date: year, month, day, version. 0 is unknown."""

    series: str
    date: tuple[float, ...]

    def is_newer_than(self, other: "DatedName") -> bool:
        """Return whether this is a later version of the same thing."""
        return bool(self.series) and self.series == other.series and self.date > other.date > (0, 0, 0, 0)


def read_dated(name: str) -> DatedName:
    """Return a name split from its date or version."""
    rest, year, month, day, version = fold(name), 0, 0, 0, 0.0
    if found := _ISO.search(rest):
        year, month, day = int(found[1]), int(found[2]), int(found[3] or 0)
        rest = rest.replace(found[0], " ")
    if found := _VERSION.search(rest):
        version, rest = float(found[1]), rest.replace(found[0], " ")
    if found := _YEAR.search(rest):
        year, rest = int(found[0]), rest.replace(found[0], " ")
        if named := _MONTH.search(rest):
            short = named["month"][:3]
            month = _MONTHS.index(_GERMAN.get(short, short)) + 1
            day, rest = int(named["day"] or named["after"] or 0), rest.replace(named[0], " ")
    return DatedName(" ".join(re.findall(r"\w+", rest)), (year, month, day, version))
