"""Reads that somebody lets go of what is open, with a reason behind it: 'forget it, I'll do it by hand'."""

from intent.commands.tokens import tokenize
from intent.commands.words import table
from intent.dialogue.answers import Said, opened, phrases


def words_after_giving_up(message: str) -> str | None:
    """Return what stands behind 'forget it', empty if it is a reason; None if nobody lets go of anything."""
    tokens = tokenize(message)
    kinds, at = phrases(tokens)
    if any(opened(tokens, place) is Said.NEVER_MIND for place in range(at, -1, -1)):
        return ""
    if Said.NEVER_MIND not in kinds:
        return None
    rest = message[tokens[at].start :] if at < len(tokens) else ""
    explains = bool(rest) and (tokens[at].word,) in table("reason")
    is_apart = any(one.is_mark for one in tokens[:at])
    return "" if explains or not rest else rest if is_apart else None
