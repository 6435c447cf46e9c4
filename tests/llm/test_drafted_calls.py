"""Tool calls assembled from a stream, whatever its chunks and whichever the vendor."""

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omniforge.llm.anthropic import Anthropic
from omniforge.llm.errors import ModelMalformed
from omniforge.llm.openai import OpenAI
from omniforge.llm.sse import EventParser
from omniforge.llm.tool_calls import DraftedCalls, arguments_object
from omniforge.llm.types import ToolRequest
from tests.standin import ModelServer
from tests.standin.anthropic_wire import PATH as MESSAGES
from tests.standin.openai_wire import PATH as COMPLETIONS
from tests.standin.thread import running

ADAPTERS = {"openai": OpenAI(api_key="", base_url=""), "anthropic": Anthropic(api_key="", base_url="")}
ANSWER = {
    "blocks": [
        "Let me look: ä, 日本, 🙂.",
        {"name": "weather", "arguments": {"city": "東京", "days": [1, 2]}},
        "And then",
        {"name": "list_agents"},
        {"name": "weather", "arguments": '{"city": '},
    ]
}
CALLED = [
    ("weather", json.dumps({"city": "東京", "days": [1, 2]})),
    ("list_agents", "{}"),
    ("weather", '{"city":'),
]
CUTS = st.lists(st.integers(0, 5000))
CALLS = st.lists(
    st.tuples(st.from_regex(r"\A[a-z_]{1,9}\Z"), st.text(max_size=30), st.lists(st.integers(0, 30))),
    max_size=4,
)


def read(vendor: str, chunks: Iterable[bytes]) -> tuple[str, list[ToolRequest]]:
    """Return the text and the calls that the vendor's adapter finds in `chunks`."""
    parser, calls = EventParser(), DraftedCalls()
    deltas = [ADAPTERS[vendor].delta(parser.feed(chunk), calls) for chunk in chunks]
    return "".join(d.text for d in deltas), [request for d in deltas for request in d.requests]


def cut(data: Any, cuts: list[int]) -> Iterator[Any]:
    borders = [0, *sorted(at for at in cuts if at < len(data)), len(data)]
    return (data[a:b] for a, b in pairwise(borders))


def told(requests: list[ToolRequest]) -> list[tuple[str, str]]:
    return [(request.name, request.arguments) for request in requests]


@pytest.fixture(scope="module", params=["openai", "anthropic"])
def recorded(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    """The bytes of ANSWER as a stream of each vendor."""
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "?"}], "stream": True}
    path = COMPLETIONS if request.param == "openai" else MESSAGES
    with running(ModelServer()) as server:
        server.queue(ANSWER)
        return request.param, httpx2.post(server.url + path, json=body).content


@given(cuts=CUTS)
def test_a_stream_says_the_same_wherever_its_bytes_are_cut(recorded, cuts):
    vendor, stream = recorded
    text, requests = read(vendor, cut(stream, cuts))
    assert (text, told(requests)) == ("Let me look: ä, 日本, 🙂.And then", CALLED)
    assert len({request.id for request in requests}) == 3


def event(body: Any) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def chunk(*calls: Any, finish_reason: str | None = None) -> bytes:
    """Return an event of OpenAI's."""
    return event({"choices": [{"delta": {"tool_calls": list(calls)}, "finish_reason": finish_reason}]})


def gpt_stream(calls: list[tuple[str, str, list[int]]]) -> bytes:
    stream = b""
    for index, (name, arguments, cuts) in enumerate(calls):
        stream += chunk({"index": index, "id": f"c{index}", "function": {"name": name, "arguments": ""}})
        for piece in cut(arguments, cuts):
            stream += chunk({"index": index, "function": {"arguments": piece}})
    return stream + chunk(finish_reason="tool_calls")


def claude_stream(calls: list[tuple[str, str, list[int]]]) -> bytes:
    stream = b""
    for index, (name, arguments, cuts) in enumerate(calls):
        block = {"type": "tool_use", "id": f"c{index}", "name": name, "input": {}}
        stream += event({"type": "content_block_start", "index": index, "content_block": block})
        for piece in cut(arguments, cuts):
            delta = {"type": "input_json_delta", "partial_json": piece}
            stream += event({"type": "content_block_delta", "index": index, "delta": delta})
        stream += event({"type": "content_block_stop", "index": index})
    return stream + event({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})


@given(calls=CALLS, cuts=CUTS)
@pytest.mark.parametrize(("vendor", "stream_of"), [("openai", gpt_stream), ("anthropic", claude_stream)])
def test_any_calls_come_through_any_fragments(vendor, stream_of, calls, cuts):
    _, requests = read(vendor, cut(stream_of(calls), cuts))
    expected = [(name, arguments.strip() or "{}") for name, arguments, _ in calls]
    assert told(requests) == expected
    assert [request.id for request in requests] == [f"c{index}" for index in range(len(calls))]


PARIS, ROME = '{"city": "Paris"}', '{"city": "Rome"}'


def call(arguments: Any, **more: Any) -> dict[str, Any]:
    """Return a whole call as a compatible server sends it."""
    return {"index": 0, "id": "c", "function": {"name": "weather", "arguments": arguments}} | more


def rest(arguments: str, **more: Any) -> dict[str, Any]:
    return {"index": 0, "function": {"arguments": arguments}} | more


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        pytest.param([chunk(call(PARIS), call(ROME, index=1, id="d"))], [PARIS, ROME], id="whole in one"),
        pytest.param([chunk(call(PARIS)), chunk(call(ROME, id="d"))], [PARIS, ROME], id="every index 0"),
        pytest.param([chunk(call(PARIS, id="")), chunk(call(ROME, id=None))], [PARIS, ROME], id="no ids"),
        pytest.param(
            [chunk(call(PARIS, index=None)), chunk(call(ROME, index=None, id="d"))],
            [PARIS, ROME],
            id="no index",
        ),
        pytest.param(
            [chunk(call(PARIS[:5], id=None)), chunk(call(PARIS[5:], id=None)), chunk(call("", id=None))],
            [PARIS],
            id="name repeated",
        ),
        pytest.param([chunk(call(PARIS[:5])), chunk(call(PARIS[5:]))], [PARIS], id="name and id repeated"),
        pytest.param(
            [
                chunk(call(PARIS[:5], function={"name": "", "arguments": PARIS[:5]})),
                chunk(call(PARIS[5:], id="")),
            ],
            [PARIS],
            id="name late",
        ),
        pytest.param(
            [
                chunk(call(PARIS[:5])),
                chunk(rest("", id=None, function={"name": None, "arguments": PARIS[5:9]})),
                chunk(rest("", id="", function={"name": "", "arguments": PARIS[9:]})),
            ],
            [PARIS],
            id="empty in place of absent",
        ),
        pytest.param([chunk(call({"a": 1}))], ['{"a":1}'], id="arguments an object"),
        pytest.param([chunk(call(None)), chunk(call(" ", index=1))], ["{}", "{}"], id="no arguments"),
    ],
)
@pytest.mark.parametrize("finish_reason", ["tool_calls", "stop"])
def test_tool_call_variants_of_compatible_servers_are_read(chunks, expected, finish_reason):
    _, requests = read("openai", [*chunks, chunk(finish_reason=finish_reason)])
    assert told(requests) == [("weather", arguments) for arguments in expected]
    assert all(request.id for request in requests)


def test_calls_without_ids_get_distinct_ids():
    _, requests = read(
        "openai", [chunk(call(PARIS, id=""), call(ROME, id="", index=1), finish_reason="stop")]
    )
    assert len({request.id for request in requests} | {""}) == 3


def test_anthropic_call_complete_in_its_first_event_is_read():
    block = {"type": "tool_use", "id": "c", "name": "weather", "input": {"city": "Rome"}}
    start = event({"type": "content_block_start", "index": 0, "content_block": block})
    end = event({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
    assert read("anthropic", [start, end])[1] == [ToolRequest("c", "weather", '{"city":"Rome"}')]


@pytest.mark.parametrize("finish_reason", [None, "content_filter"])
def test_unfinished_answer_has_no_calls(finish_reason):
    assert read("openai", [chunk(call(PARIS)), chunk(finish_reason=finish_reason)]) == ("", [])


def test_call_without_a_name_is_malformed():
    with pytest.raises(ModelMalformed):
        read("openai", [chunk(rest("{}")), chunk(finish_reason="tool_calls")])


@pytest.mark.parametrize("arguments", ["{", "[1]", '"x"', "null", '{"a": NaN}'])
def test_arguments_that_are_not_an_object_are_wrapped_in_one(arguments):
    assert arguments_object(ToolRequest("c", "weather", arguments)) == {"INVALID_JSON": arguments}
