"""Slots for the contents of projects: names, lists, people, references."""
