"""Reads that somebody lets go of what is open, with a reason behind it: 'forget it, I'll do it by hand'."""

from collections.abc import Sequence

from intent.commands.tokens import Token, tokenize
from intent.commands.words import at_start, table
from intent.dialogue.answers import Said, opened, phrases


def words_after_giving_up(message: str) -> str | None:
    """Return what stands behind 'forget it', empty if it is a reason; None if nobody lets go of anything."""
    tokens = tokenize(message)
    at = phrases(tokens)[1]
    if any(opened(tokens, place) is Said.NEVER_MIND for place in range(at, -1, -1)):
        return ""
    end = _end(tokens)
    if not end or all(one.is_mark for one in tokens[end:]):
        return "" if end else None
    if tokens[end].is_mark:
        begin = next(place for place in range(end, len(tokens)) if not tokens[place].is_mark)
        explains = (tokens[begin].word,) in table("reason")
        return "" if explains else message[tokens[begin].start :]
    if (tokens[end].word,) in table("reason"):
        return ""
    return message[tokens[end].start :] if _is_sure(tokens[:end]) else None


def _is_sure(tokens: Sequence[Token]) -> bool:
    words = tuple(one.word for one in tokens)
    return any(at_start("surely_drops", words[place:])[1] for place in range(len(words)))


def _end(tokens: Sequence[Token]) -> int:
    """Return where the phrase of letting go ends, with what fills up its clause; 0 without one."""
    marks = [place for place, one in enumerate(tokens) if one.is_mark]
    for stop in (*marks, len(tokens)):
        kinds, at = phrases(tokens[:stop])
        if Said.NEVER_MIND in kinds:
            return at
        if at < stop:
            return 0
    return 0
