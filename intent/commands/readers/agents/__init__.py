"""Slots for agents and what is said of them."""
