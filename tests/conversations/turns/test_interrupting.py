"""Readers of a turn whose process died get its end, whatever their position."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from agents.events import Done
from conversations.models import Message, Turn, TurnStatus
from conversations.turns.abandoned import NUMBERS_LOST, abandoned_turns, interrupt
from conversations.turns.replay import replay
from omniforge.tenants.access import Access
from tests.conversations.rows import make_turn


def abandoned(ann: Access, **fields: Any) -> Turn:
    """Make a turn whose lease ran out, and return it as the process that ends it reads it."""
    long_ago = timezone.now() - timedelta(minutes=1)
    make_turn(ann, status=TurnStatus.RUNNING, lease_until=long_ago, **fields)
    [turn] = abandoned_turns()
    Message.objects.filter(pk=turn.answer_id).delete()
    return turn


@pytest.mark.parametrize("fence", [1, 2, 3])
def test_a_reader_is_told_all_that_is_kept_wherever_they_were_cut_off(ann: Access, fence: int):
    turn = abandoned(ann, fence=fence, partial_text="Half of it")
    assert interrupt(turn, ())
    last_seen = NUMBERS_LOST * (fence - 1) + 40
    told = replay(Turn.objects.get(pk=turn.pk).events, last_seen)
    assert [kind for _, kind, _ in told] == ["session", "text_delta", "error", Done.type]
    assert told[1][2] == {"text": "Half of it"}


TOLD = [[1, "agent_state", {}], [5, "text", "Half of it", [[3, 5], [5, 10]]]]


def test_what_another_log_knows_is_kept_with_its_numbers(ann: Access):
    turn = abandoned(ann, fence=1, partial_text="Half")
    assert interrupt(turn, TOLD)
    told = replay(Turn.objects.get(pk=turn.pk).events, 3)
    assert [(seq, kind) for seq, kind, _ in told[1:]] == [(NUMBERS_LOST, "error"), (NUMBERS_LOST + 1, "done")]
    assert told[0] == (5, "text_delta", {"text": "of it"})
    assert Message.objects.get(pk=turn.answer_id).content == "Half of it"


def test_a_checkpoint_that_knows_more_is_kept_instead(ann: Access):
    turn = abandoned(ann, fence=1, partial_text="Half of it and more")
    assert interrupt(turn, TOLD)
    assert Message.objects.get(pk=turn.answer_id).content == "Half of it and more"


def test_a_turn_that_somebody_else_has_ended_stays_as_it_is(ann: Access):
    turn = abandoned(ann, fence=1)
    assert interrupt(turn, ())
    assert not interrupt(turn, TOLD)
