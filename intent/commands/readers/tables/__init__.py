"""Slots for tables, and the terms of a question about one."""
