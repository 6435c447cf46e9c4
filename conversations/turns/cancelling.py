"""A user asks that a turn be stopped: noted on its row, where the process that runs it will see it."""

from uuid import UUID

from django.utils import timezone

from conversations.models import Turn, TurnStatus
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


def request_cancel(access: Access, turn_id: UUID) -> str:
    """Ask the running turn to stop; a queued one ends here, also in a conversation that was just deleted.

    Returns the process that runs it, "" if none does. Raises NotFound.
    """
    own = Turn.objects.filter(pk=turn_id, tenant_id=access.tenant_id, user_id=access.user_id)
    turn = own.only("status", "worker").first()
    if turn is None:
        raise NotFound()
    now = timezone.now()
    own.filter(status=TurnStatus.QUEUED).update(status=TurnStatus.CANCELLED, finished_at=now)
    own.filter(status=TurnStatus.RUNNING, cancel_requested_at=None).update(cancel_requested_at=now)
    return turn.worker if turn.status == TurnStatus.RUNNING else ""
