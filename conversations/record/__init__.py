"""Stored conversations and messages: reading, changing, listing, exporting, erasing."""
