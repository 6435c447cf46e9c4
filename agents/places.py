"""The words by which people name a place in a list."""

from collections.abc import Mapping

# From 0; -1 is the last.
PLACES: Mapping[str, int] = {
    "first": 0,
    "1st": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "fifth": 4,
    "5th": 4,
    "last": -1,
}
