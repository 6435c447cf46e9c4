"""Identifiers sort by creation time, even within a millisecond."""

import time
from uuid import RFC_4122, uuid4

from omniforge.storage.ids import id_from, new_id


def test_new_ids_are_ordered_valid_uuid7():
    made = [new_id() for _ in range(5_000)]
    assert sorted(set(made)) == made
    assert {(one.version, one.variant) for one in made} == {(7, RFC_4122)}


def test_new_id_holds_its_millisecond():
    before = time.time_ns() // 1_000_000
    stamp = new_id().int >> 80
    assert before <= stamp <= time.time_ns() // 1_000_000 + 1  # one more if a millisecond was full


def test_id_from_a_uuid7_is_a_uuid7_of_the_same_time():
    first, second = new_id(), new_id()
    made = [id_from(one, use="turn") for one in (first, second)]
    assert [one.version for one in made] == [7, 7]
    assert [one.int >> 80 for one in made] == [first.int >> 80, second.int >> 80]
    assert made[0] == id_from(first, use="turn") != id_from(first, use="answer")


def test_id_from_other_ids_is_a_deterministic_uuid5():
    first, second = uuid4(), uuid4()
    assert id_from(first, second, use="turn") == id_from(first, second, use="turn")
    assert id_from(first, second, use="turn") != id_from(first, use="turn")
    assert id_from(first, use="turn").version == 5
