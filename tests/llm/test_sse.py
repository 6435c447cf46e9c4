"""Parsing server-sent events."""

from itertools import pairwise

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.llm.sse import EventParser

VALUES = st.recursive(st.none() | st.integers(-9, 9) | st.text(), lambda inner: st.lists(inner, max_size=3))


@given(
    values=st.lists(VALUES, max_size=5),
    cuts=st.lists(st.integers(0, 400)),
    end=st.sampled_from([b"\n", b"\r\n"]),
)
def test_events_are_the_same_wherever_the_bytes_are_cut(values, cuts, end):
    stream = b"".join(b"event: x" + end + b"data: " + orjson.dumps(value) + end * 2 for value in values)
    borders = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    parser = EventParser()
    events = [event for a, b in pairwise(borders) for event in parser.feed(stream[a:b])]
    assert events == values


def test_comments_and_done_are_not_events():
    assert EventParser().feed(b': ping\n\ndata:{"a":1}\n\ndata: [DONE]\n\n') == [{"a": 1}]


def test_data_on_several_lines_is_one_event():
    assert EventParser().feed(b'data: {"a":\ndata: 1}\n\n') == [{"a": 1}]


def test_event_without_its_empty_line_is_incomplete():
    assert EventParser().feed(b'data: {"a": 1}\n') == []


def test_broken_json_is_refused():
    with pytest.raises(ValueError, match="unexpected"):
        EventParser().feed(b'data: {"a"\n\n')
