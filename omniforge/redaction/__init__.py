"""Finds and masks secrets in texts and logs: keys, passwords, card and account numbers."""

from omniforge.redaction.logs import BoundingFilter, RedactingFilter
from omniforge.redaction.mask import MASK, contains_secret, redact

__all__ = ["MASK", "BoundingFilter", "RedactingFilter", "contains_secret", "redact"]
