"""What packages above hear of projects, which know nothing of them."""

from django.dispatch import Signal

changed = Signal()  # sent after the commit with `access` and `changes`, a tuple of Change
