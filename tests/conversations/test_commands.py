"""Frames of a client: the good ones become commands, all others a clear error."""

import json
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.wire.commands import (
    MAX_FRAME,
    Cancel,
    EditMessage,
    Ping,
    RunAgain,
    SendMessage,
    Subscribe,
    parse_command,
    read_frame,
)
from intent.types import ActionType
from omniforge.errors import InvalidInput, OmniForgeError, TooLarge

ONE, TWO = uuid4(), uuid4()
FOCUSED = {"project_id": ONE, "id": TWO}


def parse(**frame):
    return parse_command(read_frame(json.dumps(frame, default=str)))


def test_each_frame_becomes_its_command():
    assert parse(type="message", id=ONE, content="Hi") == SendMessage(ONE, "Hi")
    assert parse(type="message", id=ONE, content="Hi", conversation_id=TWO, busy="reject") == SendMessage(
        ONE, "Hi", TWO, "reject"
    )
    assert parse(type="message", id=ONE, content="Hi", attachments=[ONE, TWO, ONE]) == SendMessage(
        ONE, "Hi", attachments=(ONE, TWO)
    )
    assert parse(type="retry", id=ONE, turn_id=TWO) == RunAgain(ONE, TWO)
    assert parse(type="correct", id=ONE, turn_id=TWO, action_type="query_info") == RunAgain(
        ONE, TWO, ActionType.QUERY_INFO
    )
    assert parse(type="edit", id=ONE, turn_id=TWO, content="Hi") == EditMessage(ONE, TWO, "Hi")
    assert parse(type="subscribe", turn_id=ONE, after=7) == Subscribe(ONE, 7)
    assert parse(type="cancel", turn_id=ONE) == Cancel(ONE)
    assert parse(type="ping", sent=7) == Ping()
    assert parse(type="message", id=ONE, content="Hi", stream=True) == SendMessage(ONE, "Hi")


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ({"type": "message", "id": "7", "content": "x"}, "id must be a UUID"),
        ({"type": "message", "id": ONE, "content": ""}, "Message cannot be empty"),
        ({"type": "message", "id": ONE, "content": " \n\t"}, "Message cannot be empty"),
        ({"type": "message", "id": ONE, "content": 7}, "A message is text"),
        ({"type": "message", "id": ONE, "content": "a\x00b"}, "NUL"),
        ({"type": "message", "id": ONE, "content": "x", "busy": "maybe"}, "busy is"),
        ({"type": "message", "id": ONE, "content": "x", "conversation_id": "me"}, "conversation_id"),
        ({"type": "message", "id": ONE, "content": "x", "attachments": "7"}, "attachments is a list"),
        ({"type": "message", "id": ONE, "content": "x", "attachments": [ONE] * 11}, "at most 10"),
        ({"type": "message", "id": ONE, "content": "x", "attachments": ["7"]}, "attachments must be UUIDs"),
        ({"type": "correct", "id": ONE, "turn_id": TWO, "action_type": "fly"}, "action_type is one of"),
        ({"type": "edit", "id": ONE, "turn_id": TWO, "content": " \n\t"}, "Message cannot be empty"),
        ({"type": "edit", "id": ONE, "turn_id": TWO}, "A message is text"),
        ({"type": "edit", "id": ONE, "content": "x"}, "turn_id must be a UUID"),
        ({"type": "subscribe", "turn_id": ONE, "after": -1}, "after is the seq"),
        ({"type": "subscribe", "turn_id": ONE, "after": True}, "after is the seq"),
        ({"type": "message", "id": ONE, "content": "x", "focus": FOCUSED | {"type": []}}, "type is one of"),
        ({"type": "cancel"}, "turn_id must be a UUID"),
        ({"type": "dance"}, "not known"),
        ({"type": "message", "id": ONE, "content": "x", "conversationid": TWO}, "mean 'conversation_id'"),
        ({"type": "message", "id": ONE, "content": "x", "focus": {"project": TWO}}, "mean 'project_id'"),
        ({"type": "subscribe", "turn_id": ONE, "afterr": 7}, "mean 'after'"),
        ({"type": "watch", "project": TWO}, "mean 'project_id'"),
        ({"type": "watch", "scope": TWO}, "The fields are: type, id, project_id"),
    ],
)
def test_a_wrong_field_is_named(frame, said):
    with pytest.raises(InvalidInput, match=said):
        parse(**frame)


def test_the_limits_are_said():
    with pytest.raises(TooLarge, match="10,000 characters"):
        parse(type="message", id=ONE, content="x" * 10_001)
    with pytest.raises(TooLarge, match="10,000 characters"):
        parse(type="edit", id=ONE, turn_id=TWO, content="x" * 10_001)
    with pytest.raises(TooLarge, match="64 KB"):
        read_frame('"' + "x" * MAX_FRAME + '"')


def test_a_lone_surrogate_is_no_text():
    with pytest.raises(InvalidInput):
        read_frame('{"type": "message", "content": "\\ud800"}')


def test_a_frame_that_is_nested_too_deeply_is_refused():
    with pytest.raises(InvalidInput, match="deep"):
        read_frame('{"type": "approve", "arguments": ' + "[" * 900 + "]" * 900 + "}")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.one_of(st.text(), json_values.map(json.dumps)))
def test_no_frame_whatsoever_raises_anything_but_our_own_error(text):
    try:
        parse_command(read_frame(text))
    except OmniForgeError as error:
        assert error.status in (400, 413)
