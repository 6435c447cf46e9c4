"""What packages above hear of a workspace, which knows nothing of them."""

from django.dispatch import Signal

time_zone_changed = Signal()  # sent with `tenant_id` in the transaction of the change
