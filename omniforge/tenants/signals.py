"""Signals through which workspaces notify the packages above."""

from django.dispatch import Signal

member_left = Signal()  # sent with `tenant_id` and `user_id` in the transaction that ends a membership
time_zone_changed = Signal()  # sent with `tenant_id` in the transaction of the change
