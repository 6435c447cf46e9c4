"""Values in statements, such as times, amounts and names, and replacing one by another."""

import re

from intent.statements.permanence import TIME

NAME = r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)*"
NAMES = re.compile(NAME)
_TIMES = re.compile(TIME, re.I)
_HOUR = r"(?<![\d.,:/-])\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m)?"
_LATER = r"\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m)?(?![\d:/-])"
_SPANS = re.compile(rf"(?:(?:from|between) )?{_HOUR}(?: ?[–-] ?| (?:to|until|till|and) ){_LATER}", re.I)
_PHONE = r"\+?\d[\d ()/-]{5,}\d"
# A plain number is an amount: a code has letters or marks in it.
_CODE = r"(?<![^\s(])(?=\S*\d)(?=\S*[^\W\d]|\S*[:/+-])[A-Z0-9](?:[\w.,:/+-]*\w)?"
_CODES = re.compile(f"{_PHONE}|{_CODE}")
_AMOUNTS = re.compile(r"[€$£]? ?\d(?:[\d.,]*\d)?(?: ?(?:%|percent|euros?|dollars?|pounds?))?", re.I)
_PRICED = re.compile(
    r"[€$£] ?\d|\d(?= ?(?:$|[.,;!?)](?!\d)|(?:[€$£]|(?:euros?|eur|pounds?|dollars?|francs?|chf|usd|gbp|quid|"
    r"now|per|a|an|each|for|and|plus|net|gross|from|since|pro|je|im)\b)))",
    re.I,
)
_OF_CLOCK = re.compile(r"\d[:.]\d\d|\d ?[ap]\.?m|noon|midnight", re.I)
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")


def form_of(text: str) -> re.Pattern[str] | None:
    """Return the form of the one value that a text is, or None for anything else."""
    return next((form for form in (_SPANS, _TIMES, _AMOUNTS, _CODES, NAMES) if form.fullmatch(text)), None)


def values_in(text: str, form: re.Pattern[str]) -> list[re.Match[str]]:
    """Return the values of a form in a text: no name at its beginning, and no amount inside a time."""
    if form is _AMOUNTS:
        return list(form.finditer(_without_times(text)))
    return [one for one in form.finditer(text) if form is not NAMES or one.start()]


def replace_value(old: str, new: str) -> str:
    """Return a fact with its value replaced by another, empty if that is of another kind."""
    for form in (_SPANS, _TIMES, _AMOUNTS, _CODES):
        before, after = values_in(old, form), values_in(new, form)
        if len(before) == len(after) == 1:
            alike = _is_of_clock(before[0][0]) == _is_of_clock(after[0][0])
            return replaced(old, before[0], after[0][0]) if alike else ""
    return ""


def _is_of_clock(text: str) -> bool:
    """Return whether a value is a time of day: '3:30' doesn't replace 'Tuesday'."""
    return bool(_OF_CLOCK.search(text))


def replaced(text: str, span: re.Match[str], value: str) -> str:
    """Return a text with a span replaced by a value. A bare number keeps the span's blanks and unit."""
    value, bare = value.strip(), _NUMBER.fullmatch(value.strip())
    blank = " " if span[0].startswith(" ") else ""
    new = _NUMBER.sub(value, span[0]) if bare and len(_NUMBER.findall(span[0])) == 1 else f"{blank}{value}"
    return f"{text[: span.start()]}{new}{text[span.end() :]}"


def holds_price(text: str) -> bool:
    """Return whether a fact has an amount that may be a price: not a time, and not a count."""
    return bool(_PRICED.search(_without_times(text)))


def without_values(text: str) -> str:
    """Return a text without its times and amounts."""
    return _AMOUNTS.sub(" ", _TIMES.sub(" ", text))


def _without_times(text: str) -> str:
    """Return a text with its times blanked out, at the same length: the 10 of '10 July' is no amount."""
    return _TIMES.sub(lambda found: "_" * len(found[0]), text)
