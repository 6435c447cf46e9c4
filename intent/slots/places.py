"""Indexes in a list: 'the second', 'number 3', 'last', 'the last two'."""

import re
from typing import NamedTuple

from intent.slots.language import any_phrase, table_of
from intent.slots.text import fold


class PlaceFound(NamedTuple):
    """A position in a list: `items[places]` are meant, `many` if that may be several."""

    places: slice
    many: bool
    start: int
    end: int


_ORDINALS, _COUNTS = table_of("ordinal"), table_of("number")
_COUNT = rf"\d{{1,2}}|{any_phrase('number')}"
_ARTICLE = r"(?:the|der|die|das|den|el|la|los|las)\s+"
_PLACE = re.compile(
    rf"(?<![\w#])(?:(?:{_ARTICLE})?(?P<edge>first|last|top|ersten|letzten|primeros|ultimos)\s+(?P<count>{_COUNT})|"
    rf"(?:{_ARTICLE})?(?P<ordinal>{any_phrase('ordinal')})|(?:number|no\.|nr\.|nummer|item|numero|#)\s*(?P<number>\d{{1,3}})|"
    r"(?P<both>(?:the\s+)?both(?:\s+of\s+(?:them|these|those))?|beide|ambos))(?![\w:])"
)
_KIND_WORD = re.compile(r"\s+(?:one|ones|item|entry|option|point|eintrag|punkt|opcion)\b")


def read_place(text: str) -> PlaceFound | None:
    """Return the position that the whole text means, 'the second one'. A bare '2' counts too."""
    folded = fold(text).strip(" .!?,")
    match = _PLACE.match(folded)
    if match and not _KIND_WORD.sub("", folded[match.end() :], count=1).strip():
        return _place(match)
    if re.fullmatch(r"#?[1-9]\d?", folded):
        number = int(folded.lstrip("#"))
        return PlaceFound(slice(number - 1, number), False, 0, len(folded))
    return None


def _place(match: re.Match[str]) -> PlaceFound:
    if match["edge"]:
        count = int(match["count"]) if match["count"].isdigit() else _COUNTS[match["count"]]
        last = match["edge"] in ("last", "letzten", "ultimos")
        return PlaceFound(slice(-count, None) if last else slice(0, count), True, *match.span())
    if match["both"]:
        return PlaceFound(slice(0, 2), True, *match.span())
    place = (
        int(match["number"])
        if match["number"]
        else _ORDINALS[" ".join(match["ordinal"].replace("-", " ").split())]
    )
    if place < 0:
        return PlaceFound(slice(place, place + 1 or None), False, *match.span())
    return PlaceFound(slice(max(place - 1, 0), place), False, *match.span())
