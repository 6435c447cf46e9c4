"""A turn whose process died is ended for those who read it, wherever they had come to."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents.events import Done
from conversations.models import Turn, TurnStatus
from conversations.turns.interrupting import NUMBERS_LOST, interrupt_abandoned
from conversations.turns.replay import replay
from omniforge.tenants.access import Access
from tests.conversations.rows import make_turn


@pytest.mark.parametrize("fence", [1, 2, 3])
def test_who_has_read_all_is_told_of_the_end_however_often_the_turn_was_taken_up(ann: Access, fence: int):
    long_ago = timezone.now() - timedelta(minutes=1)
    turn = make_turn(ann, status=TurnStatus.RUNNING, fence=fence, lease_until=long_ago)
    assert interrupt_abandoned() == [turn.pk]
    last_seen = NUMBERS_LOST * (fence - 1) + 40
    told = replay(Turn.objects.get(pk=turn.pk).events, last_seen)
    assert [kind for _, kind, _ in told] == ["error", Done.type]
