"""Strangers' text on one line, without markup."""

import html
import re

_TAG = re.compile(r"<(?:style|script)\b.*?</(?:style|script)\s*>|<[^<>]*>", re.S | re.I)


def strip_markup(markup: str, longest: int) -> str:
    """Return the text of what may be HTML, on one line, cut to `longest` characters."""
    return to_one_line(html.unescape(_TAG.sub(" ", markup)), longest)


def to_one_line(text: str, longest: int) -> str:
    """Return a text on one line, cut to `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
