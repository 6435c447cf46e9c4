"""Converts arithmetic as people write it ('15% of 240', '6 × 7', '2^10') to Python's notation."""

import re

from omniforge.errors import InvalidInput

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**"})
_NUMBER = r"(?:\d+(?:\.\d+)?|\.\d+)"
_OF = re.compile(rf"({_NUMBER})\s*%\s*of\b", re.I)
_PERCENT = re.compile(rf"({_NUMBER})\s*%(?!\s*[\w(.])")  # before another number, % is the modulo operator
_OF_ONE = re.compile(
    rf"(?<=\()(\s*1\s*[+\-−–]\s*)({_NUMBER})\s*%(?=\s*\))"
)  # '(1-10%)' reads in one way only
_UNCLEAR = re.compile(rf"[+\-−–]\s*{_NUMBER}\s*%(?!\s*[\w(.])|[/÷]\s*{_NUMBER}\s*%\s*of\b", re.I)
_GROUPED = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?!\d)")


def to_python(expression: str) -> str:
    """Return the expression in Python's notation.

    Raises InvalidInput for ambiguous input: 'a + 15%', and numbers written as 1,200.
    """
    expression = _OF_ONE.sub(r"\1(\2/100)", expression)
    if _UNCLEAR.search(expression):
        raise InvalidInput("Say of what the percentage is: '240 + 15% of 240', or '240 * 1.15'.")
    if grouped := _GROUPED.search(expression):
        plain = grouped[0].replace(",", "")
        raise InvalidInput(f"Write {plain} for {grouped[0]}, or put spaces after commas between numbers.")
    python = _PERCENT.sub(r"(\1/100)", _OF.sub(r"(\1/100)*", expression))
    return python.translate(_SIGNS).strip().rstrip("=? ")
