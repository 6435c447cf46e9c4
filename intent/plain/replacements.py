"""Finds what corrected words replace: a phrase with the same beginning or end, a moment, a figure, a name."""

from collections.abc import Sequence
from datetime import date

from intent.commands.grammar.tokens import Token
from intent.plain.phrases import forms
from intent.slots.days import read_day
from intent.slots.rhythms import read_rhythms
from intent.slots.times import read_time

_ANY_DAY = date(2000, 1, 1)
_LONGEST = 4  # words of a day or time
_Place = tuple[int, int]


def find_replaced_span(text: str, before: Sequence[Token], right: Sequence[Token]) -> _Place | None:
    """Return the span in the words before that the right ones replace, or None if it isn't certain."""
    if not before or not right:
        return None
    if all(one.is_quoted for one in right):
        return _quoted(before)
    moment = _moment(text, before, right)
    if moment and _is_rhythm(text, right):
        start, end = moment  # 'the first Monday at 9, no, the second Monday at 9'
        articles = forms("articles")
        return start - (right[0].word in articles and before[start - 1].word in articles), end
    return _alike(before, right) or moment or _single(before, right) or _ending_alike(before, right)


def _quoted(before: Sequence[Token]) -> _Place | None:
    """Return the last quotation."""
    places = [at for at, one in enumerate(before) if one.is_quoted]
    return (places[-1], places[-1] + 1) if places else None


def _alike(before: Sequence[Token], right: Sequence[Token]) -> _Place | None:
    """Return the last phrase that begins with the same word: 'to Rosa, I mean to Tom'."""
    first = right[0].word
    places = [at for at, one in enumerate(before) if one.word == first and not one.is_quoted]
    if not places:
        return None
    start = places[-1]
    if first not in forms("articles") | forms("phrase_ends"):
        return start, len(before)
    ends = (at for at in range(start + 2, len(before)) if before[at].word in forms("phrase_ends"))
    return start, next(ends, len(before))


def _ending_alike(before: Sequence[Token], right: Sequence[Token]) -> _Place | None:
    """Return equally many words that end with the same one: 'the red bins, sorry, blue bins'."""
    ends = [at + 1 for at, one in enumerate(before) if one.word == right[-1].word and not one.is_quoted]
    start = ends[-1] - len(right) if ends and len(right) > 1 else -1
    if start <= 0 or before[start].word in forms("phrase_ends") or before[start].is_mark:
        return None
    return start, ends[-1]


def _moment(text: str, before: Sequence[Token], right: Sequence[Token]) -> _Place | None:
    """Return the last day, time, or days with a time, if the right words are one."""
    reads = next((one for one in (_is_day, _is_time, _is_rhythm) if one(text, right)), None)
    if reads is None:
        return None
    for end in range(len(before), 0, -1):
        for start in range(max(0, end - _LONGEST), end):
            begins = not before[start].is_mark and before[start].word not in forms("phrase_ends")
            if begins and reads(text, before[start:end]):
                return start, end
    return None


def _is_day(text: str, row: Sequence[Token]) -> bool:
    return bool(row) and read_day(text[row[0].start : row[-1].end], _ANY_DAY) is not None


def _is_time(text: str, row: Sequence[Token]) -> bool:
    return bool(row) and read_time(text[row[0].start : row[-1].end]) is not None


def _is_rhythm(text: str, row: Sequence[Token]) -> bool:
    found = read_rhythms(text[row[0].start : row[-1].end], _ANY_DAY) if row else None
    return found is not None and not found.problem and found.says_days and bool(found.times)


def _single(before: Sequence[Token], right: Sequence[Token]) -> _Place | None:
    """Return the last figure or name, if the right words are one."""
    if len(right) == 1 and right[0].word[:1].isdigit():
        places = [at for at, one in enumerate(before) if one.word[:1].isdigit()]
        return (places[-1], places[-1] + 1) if places else None
    if not all(map(_is_name, right)):
        return None
    end = next((at for at in range(len(before), 0, -1) if _is_name(before[at - 1])), 0)
    start = end
    while start > 1 and _is_name(before[start - 1]):
        start -= 1
    return (start, end) if 0 < start < end else None


def _is_name(token: Token) -> bool:
    """Return whether a word is written like the name of a person or agent."""
    return (token.text[:1].isupper() or "-" in token.text[1:-1]) and not token.is_quoted
