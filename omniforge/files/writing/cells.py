"""Cells as numbers, dates or text, never as formulas, whatever the text begins with (CWE-1236)."""

import re
from datetime import date, datetime

Value = str | int | float | bool | None

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?")
_EXACT = 10**15  # larger numbers lose their last digits in a spreadsheet
_LONGEST = 32_767  # characters that a cell of a workbook holds
_UNSEEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32))) | {13: "\n"}


def is_dangerous(text: str) -> bool:
    """Return whether a spreadsheet program might evaluate this text as a formula."""
    return text.startswith(_DANGEROUS)


def harmless(value: Value) -> Value:
    """Return a value for CSV. An apostrophe defuses formulas."""
    return f"'{value}" if isinstance(value, str) and is_dangerous(value) else value


def typed(value: Value) -> Value | date:
    """Return a value for a workbook: ISO dates and times become dates, too large numbers text."""
    if isinstance(value, str):
        lines = value.replace("\r\n", "\n").translate(_UNSEEN)
        return _moment(value) or lines[:_LONGEST]
    if isinstance(value, int | float) and abs(value) >= _EXACT:
        return str(value)
    return value


def _moment(text: str) -> date | None:
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
        return datetime.fromisoformat(text) if _MOMENT.fullmatch(text) else None
    except ValueError:
        return None
