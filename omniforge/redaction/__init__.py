"""Finds what must not be shown in a log: keys, passwords, card and account numbers; and masks it."""

from omniforge.redaction.logs import BoundingFilter, RedactingFilter
from omniforge.redaction.masking import MASK, contains_secret, redact

__all__ = ["MASK", "BoundingFilter", "RedactingFilter", "contains_secret", "redact"]
