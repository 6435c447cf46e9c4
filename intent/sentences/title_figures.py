"""Another figure in a title, '30 bags, not 25' of 'Order 25 bags of flour', or words less."""

import re

from intent.sentences.titles import significant_words
from omniforge.english import capital

_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w]|[.,]\d)")


def with_figure(title: str, right: str, wrong: str = "") -> str:
    """Return a title with its one figure, or the `wrong` one, replaced, empty if that isn't certain.

    `right` and `wrong` begin with a figure. The words behind it have to stand in the title.
    """
    figure, _, unit = right.partition(" ")
    old, _, old_unit = wrong.partition(" ")
    places = [one for one in _FIGURE.finditer(title) if not old or one.group() == old]
    named = significant_words(f"{unit} {old_unit}") <= significant_words(title)
    if len(places) != 1 or not named or not (unit or old) or places[0].group() == figure:
        return ""
    return f"{title[: places[0].start()]}{figure}{title[places[0].end() :]}"


def without_words(title: str, left: str) -> str:
    """Return a title without words that stand in it once, empty if that isn't certain or leaves nothing."""
    said = left.strip(" \"'“”")
    found = [*re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", title, re.I)] if said else []
    if len(found) != 1:
        return ""
    kept = f"{title[: found[0].start()].rstrip()} {title[found[0].end() :].lstrip(' -–—:,')}"
    return capital(" ".join(kept.split()).strip(" -–—:,"))
