"""Signals through which projects notify the packages above."""

from django.dispatch import Signal

changed = Signal()  # sent after the commit with `access` and `changes`, a tuple of Change
