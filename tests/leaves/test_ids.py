"""Identifiers sort by the time at which they were made, also those of one millisecond."""

import time
from uuid import RFC_4122

from omniforge.ids import new_id


def test_many_made_at_once_are_in_order_and_valid():
    made = [new_id() for _ in range(5_000)]
    assert sorted(set(made)) == made
    assert {(one.version, one.variant) for one in made} == {(7, RFC_4122)}


def test_an_id_tells_its_millisecond():
    before = time.time_ns() // 1_000_000
    stamp = new_id().int >> 80
    assert before <= stamp <= time.time_ns() // 1_000_000 + 1  # one more where one was just full
