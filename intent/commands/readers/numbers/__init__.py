"""Slots for numbers, sums and measures."""
