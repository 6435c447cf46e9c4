"""Finds what must not be shown in a log: keys, passwords, card numbers; and masks it there."""

import logging
import re

MASK = "[redacted]"

_PATTERNS = (
    re.compile(r"(?i)\b(password|passwd|pwd|secret|token|api[_ -]?key)\b\s*(?:is|=|:)\s*\S+"),
    re.compile(r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}"),
)


def contains_secret(text: str) -> bool:
    """Return whether `text` holds something that looks like a key, a password or a card number."""
    return any(pattern.search(text) for pattern in _PATTERNS)


def redact(text: str) -> str:
    """Return `text` with everything that looks like a secret replaced by a mask."""
    for pattern in _PATTERNS:
        text = pattern.sub(MASK, text)
    return text


class RedactingFilter(logging.Filter):
    """Masks secrets in each log line, arguments included."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = redact(record.getMessage()), ()
        return True
