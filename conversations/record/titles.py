"""The title of a conversation, derived from its first message."""

import re

from omniforge.redaction import MASK, redact

LONGEST = 60  # characters
_NOTHING_TO_SAY = "New conversation"

_MARKDOWN = (
    (re.compile(r"^[^\S\n]*(?:```|~~~).*$", re.MULTILINE), ""),
    (re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d{1,2}[.)]\s+)+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\[\]\n]*)\]\([^)\n]*\)"), r"\1"),
    (re.compile(r"`+([^`\n]*)`+"), r"\1"),
    (re.compile(r"(\*{1,3}|~~)(?=\S)([^*~\n]*?\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]*?\S)\1(?!\w)"), r"\2"),
)


def title_from(message: str) -> str:
    """Return a title of at most 60 characters: the first meaningful line, cut between words.

    It contains no Markdown and no secret. A message always gives the same title (seed 000, capability 2).
    """
    text = redact(message).replace(MASK, "…")
    for pattern, plain in _MARKDOWN:
        text = pattern.sub(plain, text)
    lines = (" ".join(line.split()) for line in text.splitlines())
    speaking = next((line for line in lines if any(letter.isalnum() for letter in line)), "")
    return _cut(speaking) or _NOTHING_TO_SAY


def _cut(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    head = line[: LONGEST - 1]
    at_word = head if line[LONGEST - 1] == " " else head.rpartition(" ")[0]
    return f"{(at_word or head).rstrip(' ,;:.–—-')}…"
