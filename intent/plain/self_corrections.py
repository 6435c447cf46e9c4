"""Reads what a speaker puts right in the same breath: 'on Tuesday, no sorry, Wednesday'."""

from collections.abc import Sequence
from datetime import date

from intent.commands.tokens import Token, tokenize
from intent.plain.phrases import at_start, forms
from intent.slots.days import read_day

_ANY_DAY = date(2000, 1, 1)
_LONGEST_DAY = 4  # words
_NOT = ("not", "nicht", "no")
_PAUSES = frozenset((",", "-", "–", "—", "…", "."))


def put_right(text: str) -> str:
    """Return a text in which a word that is taken back has given way to the right one."""
    tokens = tokenize(text)
    for at in range(1, len(tokens)):
        size = at_start("takes_back", tokens, at)
        if size and tokens[at - 1].word in _PAUSES and (right := _replaced(text, tokens, at, at + size)):
            return put_right(right)
    return text


def _replaced(text: str, tokens: Sequence[Token], at: int, behind: int) -> str:
    """Return the text without the words that are taken back; empty if it isn't certain which they are."""
    before, first = _without_marks(tokens[:at]), _next_word(tokens, behind)
    if first < len(tokens) and tokens[first].word in _NOT:
        wrong = tokens[first + 1 : _end(tokens, first + 1)]
        first = _next_word(tokens, first + 1 + len(wrong))
        place = _last_of([one.word for one in _bare(wrong)], before)
        place = (place[0] - _has_article(before, place[0]), place[1]) if place else None
    else:
        place = _place(text, before, tokens[first : _end(tokens, first)])
    last = _end(tokens, first)
    if place is None or first >= last or _is_denied(before, place[0]):
        return ""
    right = text[tokens[first].start : tokens[last - 1].end]
    after = last + at_start("meant", tokens, last)
    start, end = before[place[0]].start, before[place[1] - 1].end
    return f"{text[:start]}{right}{text[end : before[-1].end]}{text[tokens[after - 1].end :]}"


def _is_denied(before: Sequence[Token], at: int) -> bool:
    """Return whether what would be taken back isn't meant anyway: 'not the oats, I meant the labels'."""
    return at > 0 and before[at - 1].word in _NOT


def _place(text: str, before: Sequence[Token], right: Sequence[Token]) -> tuple[int, int] | None:
    """Return what the right words stand instead of: words that begin alike, a day, a figure, a name."""
    if not before or not right:
        return None
    return _alike(before, right) or _day(text, before, right) or _single(before, right)


def _alike(before: Sequence[Token], right: Sequence[Token]) -> tuple[int, int] | None:
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


def _day(text: str, before: Sequence[Token], right: Sequence[Token]) -> tuple[int, int] | None:
    """Return the last day, if the right words are one."""
    if not _is_day(text, right):
        return None
    for end in range(len(before), 0, -1):
        for start in range(max(0, end - _LONGEST_DAY), end):
            if _is_day(text, before[start:end]) and before[start].word not in forms("phrase_ends"):
                return start, end
    return None


def _is_day(text: str, row: Sequence[Token]) -> bool:
    return bool(row) and read_day(text[row[0].start : row[-1].end], _ANY_DAY) is not None


def _single(before: Sequence[Token], right: Sequence[Token]) -> tuple[int, int] | None:
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
    """Return whether a word is written as names of people and agents are."""
    return (token.text[:1].isupper() or "-" in token.text[1:-1]) and not token.is_quoted


def _last_of(wrong: Sequence[str], before: Sequence[Token]) -> tuple[int, int] | None:
    said = [one.word for one in before]
    for start in range(len(said) - len(wrong), -1, -1):
        if wrong and said[start : start + len(wrong)] == [*wrong]:
            return start, start + len(wrong)
    return None


def _bare(row: Sequence[Token]) -> Sequence[Token]:
    return row[1:] if row and row[0].word in forms("articles") else row


def _has_article(before: Sequence[Token], at: int) -> int:
    return int(at > 0 and before[at - 1].word in forms("articles"))


def _without_marks(tokens: Sequence[Token]) -> Sequence[Token]:
    end = len(tokens)
    while end and tokens[end - 1].is_mark:
        end -= 1
    return tokens[:end]


def _next_word(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].is_mark:
        at += 1
    return at


def _end(tokens: Sequence[Token], start: int) -> int:
    """Return where a phrase ends: at a mark, before 'and', or before 'I mean'."""
    for at in range(start, len(tokens)):
        if tokens[at].is_mark or tokens[at].word in ("and", "und", "y") or at_start("meant", tokens, at):
            return at
    return len(tokens)
