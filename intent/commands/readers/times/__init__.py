"""Slots for days, times and recurrences."""
