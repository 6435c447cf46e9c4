"""Requests for a document's table: 'Price list as a CSV file'."""

import re
from collections.abc import Sequence

from intent.data_files import any_of

_ASKED = re.compile(rf"\b(?:{any_of('table_files', 'document', 'asked')})\b", re.IGNORECASE)
_IN = any_of("table_files", "document", "inside")
_TABLE = any_of("table_files", "document", "table")
_POINTS = "this table"
_POINTING, _AT_HAND = any_of("table_files", "at_hand", "points"), any_of("table_files", "at_hand", "table")
_NAMED = re.compile(rf"\b(?:{_POINTING}) (?:\w+ )?(?:{_AT_HAND})\b", re.IGNORECASE)
_LEADS = re.compile(
    r"\b(?:the|our|my|this|these|\w+[’']s) ([a-z]{4,}(?: (?:list|sheet|table|plan))?)\b", re.IGNORECASE
)
_RULED = re.compile(r"^\s*\|?\s*:?-{3,}", re.MULTILINE)  # the line below a table's header


def asks_for_table(message: str) -> bool:
    """Return whether a message asks for a file or a figure, as from a table."""
    return bool(_ASKED.search(message))


def names_table(message: str) -> bool:
    """Return whether a message speaks of a table at hand: 'the table again', 'those figures'."""
    return bool(_NAMED.search(message))


def name_of_pasted(lead: str) -> str:
    """Return what the words above a pasted table call it: 'rota' in 'here's our rota for May', else empty."""
    found = _LEADS.search(lead)
    return found[1].lower() if found else ""


def has_tables(text: str) -> bool:
    """Return whether a text has several tables."""
    return len(_RULED.findall(text)) > 1


def about_this_table(message: str, title: str) -> Sequence[str]:
    """Return a message with 'this table' in place of a document's title."""
    name = rf"(?:(?:{_TABLE}) (?:(?:{_IN}) )?)?(?:the )?[\"“„]?{re.escape(title)}[\"”“]?(?: (?:{_TABLE}))?"
    without = re.sub(rf"\s*\b(?:{_IN}) {name},?", "", message, flags=re.IGNORECASE).strip(" ,")
    pointing = re.sub(rf"(?:\bthe )?{name}", _POINTS, message, flags=re.IGNORECASE)
    return [one[:1].upper() + one[1:] for one in (without, pointing) if one != message]
