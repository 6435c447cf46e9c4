"""Cancelling a turn: recorded on its row, where its process sees it."""

from uuid import UUID

from django.utils import timezone

from conversations.models import Turn, TurnStatus
from omniforge.errors import NotFound
from omniforge.tenants.access import Access


def request_cancel(access: Access, turn_id: UUID) -> str:
    """Request cancelling of a running turn. A queued one ends here, even in a just deleted conversation.

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
