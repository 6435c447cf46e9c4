"""Reads corrections within a sentence: 'on Tuesday, no sorry, Wednesday'."""

from collections.abc import Sequence

from intent.commands.grammar.tokens import Token, tokenize
from intent.plain.phrases import at_start, forms
from intent.plain.replacements import find_replaced_span

_NOT = ("not", "nicht", "no")
_DASHES = frozenset(("-", "–", "—"))
_PAUSES = frozenset((",", "-", "–", "—", "…", "."))


def apply_self_corrections(text: str) -> str:
    """Return a text with each revoked word replaced by the right one."""
    tokens = tokenize(text)
    for at in range(1, len(tokens)):
        size = _taking_back(tokens, at)
        if size and (right := _replaced(text, tokens, at, at + size)):
            return apply_self_corrections(right)
    return text


def _taking_back(tokens: Sequence[Token], at: int) -> int:
    """Return the number of tokens at an index that revoke the words before: 'no, wait, make that', or 0."""
    row = _wavering(tokens, at)
    end = at + len(row)
    denies = any(one.word in forms("no") and not one.is_quoted for one in row)
    apart = end < len(tokens) and tokens[end].word in _PAUSES
    words = sum(not one.is_mark for one in row)
    if tokens[at - 1].word in _PAUSES:
        takes_back = any(at_start("takes_back", tokens, place) for place in range(at, end))
        return len(row) if takes_back or (denies and (apart or words > 1)) else 0
    return len(row) if denies and words > 1 else 0  # written without a comma: 'Monday no wait Tuesday'


def _wavering(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """Return the tokens from an index that only revoke and hesitate."""
    end = at
    while (start := _next_word(tokens, end) if end > at else at) < len(tokens):
        size = max(at_start(table, tokens, start) for table in ("takes_back", "wavers"))
        if not size:
            break
        end = start + size
    return tokens[at:end]


def _replaced(text: str, tokens: Sequence[Token], at: int, behind: int) -> str:
    """Return the text without the revoked words, empty if it isn't certain which they are."""
    before, first = _without_marks(tokens[:at]), _next_word(tokens, behind)
    if first < len(tokens) and tokens[first].word in _NOT:
        wrong = tokens[first + 1 : _end(tokens, first + 1)]
        first = _next_word(tokens, first + 1 + len(wrong))
        place = _last_of([one.word for one in _bare(wrong)], before)
        place = (place[0] - _has_article(before, place[0]), place[1]) if place else None
    else:
        place = find_replaced_span(text, before, tokens[first : _end(tokens, first)])
    last = _end(tokens, first)
    if place is None or first >= last or _is_denied(before, *place):
        return ""
    if tokens[at - 1].word not in _PAUSES and place[1] < len(before):
        return ""  # 'there is no wait today'
    right = text[tokens[first].start : tokens[last - 1].end]
    after = last + at_start("meant", tokens, last)
    after += _closes(tokens, at - 1, after)
    start, end = before[place[0]].start, before[place[1] - 1].end
    return f"{text[:start]}{right}{text[end : before[-1].end]}{text[tokens[after - 1].end :]}"


def _closes(tokens: Sequence[Token], opening: int, at: int) -> bool:
    """Return whether a dash closes another: 'on Monday - no, Tuesday - at nine'."""
    dashes = [one.word for one in (tokens[opening], *tokens[at : at + 1]) if one.word in _DASHES]
    return len(dashes) > 1


def _is_denied(before: Sequence[Token], start: int, end: int) -> bool:
    """Return whether the revoked words are denied anyway: 'not the oats, I meant the labels'."""
    around = (*before[max(start - 1, 0) : start], *before[end : end + 1])  # 'den Tag nicht, lieber Freitag'
    return any(one.word in _NOT for one in around)


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
