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
def test_a_reader_is_told_all_that_is_kept_wherever_they_were_cut_off(ann: Access, fence: int):
    long_ago = timezone.now() - timedelta(minutes=1)
    running = {"status": TurnStatus.RUNNING, "fence": fence, "lease_until": long_ago}
    turn = make_turn(ann, **running, partial_text="Half of it")
    assert interrupt_abandoned() == [turn.pk]
    last_seen = NUMBERS_LOST * (fence - 1) + 40
    told = replay(Turn.objects.get(pk=turn.pk).events, last_seen)
    assert [kind for _, kind, _ in told] == ["session", "text_delta", "error", Done.type]
    assert told[1][2] == {"text": "Half of it"}
