"""The layout of a message: where its sentences, numbered items and lists begin and end."""

from collections.abc import Sequence
from itertools import pairwise

from intent.commands.grammar.tokens import Token, tokenize

_BULLETS = ("-", "*", "•", "–", "—", "+", "[")
_HEADS, _FEWEST_HEADS = ("from", "to", "subject", "date", "cc", "sent"), 2  # of a pasted mail
_CLOSE_NUMBER = (")", ".", ":")


def sentences(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the token spans of sentences and numbered items."""
    counted = numbers(tokens)
    found, start = list[tuple[int, int]](), 0
    for at, token in enumerate(tokens):
        if at in counted:
            found.append((start, at))
            start = at + 2
        elif token.ends_sentence and at >= start:
            found.append((start, at))
            start = at + 1
    found.append((start, len(tokens)))
    return [(first, last) for first, last in found if any(not one.is_mark for one in tokens[first:last])]


def text_end(tokens: Sequence[Token], below: int) -> int:
    """Return where an inline text ends that begins after token `below`: before a question at its end."""
    asked = [at for at in range(below, len(tokens)) if tokens[at].word == "?"]
    spans = sentences(tokens[below + 1 :])
    is_asked = asked == [len(tokens) - 1] and len(spans) > 1 and not tokens[asked[0] - 1].is_quoted
    return below + spans[-1][0] if is_asked else len(tokens)


def sentence_end(message: str, start: int) -> int:
    """Return where the sentence around an index of a message ends."""
    ends = (one.start for one in tokenize(message[start:]) if one.ends_sentence)
    return start + next(ends, len(message) - start)


def numbers(tokens: Sequence[Token]) -> frozenset[int]:
    """Return the indexes of '1)', '2)' and so on, if they number the message from its start."""
    places = [
        at
        for at, (one, other) in enumerate(pairwise(tokens))
        if one.word.isdigit() and not one.is_quoted and _closes(one, other)
    ]
    counted = [int(tokens[at].word) for at in places]
    opens = bool(places) and (places[0] == 0 or tokens[places[0] - 1].word in ("\n", ":"))
    return (
        frozenset(places)
        if len(places) > 1 and opens and counted == [*range(1, len(places) + 1)]
        else frozenset()
    )


def _closes(number: Token, mark: Token) -> bool:
    return mark.word in _CLOSE_NUMBER and number.end == mark.start


def list_end(message: str, tokens: Sequence[Token], below: int) -> int:
    """Return where a list ends that begins after token `below`."""
    first = below + 1
    if tokens[below].word != "\n" and not numbers(tokens[first:]):
        return _line_end(tokens, first)
    bulleted, end = _is_bullet(tokens, first), len(tokens)
    for at in range(first, len(tokens) - 1):
        if tokens[at].word != "\n":
            continue
        is_gap = message[tokens[at].start : tokens[at].end].count("\n") > 1
        if not _is_bullet(tokens, at + 1) and (bulleted or is_gap):
            return at
    return end


def _line_end(tokens: Sequence[Token], first: int) -> int:
    """Return where an inline list ends: with the sentence, but not at the period of '1.'."""
    for at in range(first, len(tokens)):
        token = tokens[at]
        counts = token.word == "." and tokens[at - 1].word.isdigit()
        if token.ends_sentence and token.word != ";" and not counts:
            return at
    return len(tokens)


def _is_bullet(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].is_quoted:
        return False
    numbered = tokens[at].word.isdigit() and at + 1 < len(tokens) and _closes(tokens[at], tokens[at + 1])
    return tokens[at].word in _BULLETS or numbered


def mail_end(tokens: Sequence[Token]) -> int:
    """Return where a pasted mail at the start of a message ends: after a line of dashes, or at its end."""
    starts = [0, *(at + 1 for at, one in enumerate(tokens) if one.word == "\n")]
    said = [tuple(one.word for one in tokens[at : at + 2]) for at in starts]
    heads = sum(row[0] in _HEADS and row[1:] == (":",) for row in said if row)
    if not said[0] or said[0][0] not in _HEADS or heads < _FEWEST_HEADS:
        return 0
    end = next((at for at, row in zip(starts, said, strict=True) if row == ("-", "-")), len(tokens))
    while end < len(tokens) and tokens[end].word == "-":
        end += 1
    return end
