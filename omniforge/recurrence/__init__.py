"""Recurrence rules of RFC 5545: parsing, next occurrences, and descriptions in words."""
