"""Slots for the calendar."""
