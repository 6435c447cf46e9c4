"""Tells leisure from chores: 'I go fishing', 'I play the piano'."""

from intent.commands.words import at_start, key_of

_NEAR = 3  # words between 'play' and what is played


def is_leisure(words: tuple[str, ...]) -> bool:
    """Return whether words describe leisure. The golf club's accounts are work."""
    return any(_is_leisure(words, at) for at in range(len(words)))


def _is_leisure(words: tuple[str, ...], at: int) -> bool:
    kind, size = at_start("leisure", words[at:])
    following = words[at + size : at + size + 1]
    if not size or (following and not key_of("leisure_end", following[0])):
        return False
    before = words[max(0, at - _NEAR) : at]
    return kind == "done" or any(key_of("leisure_verb", one) for one in before)
