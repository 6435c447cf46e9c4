"""The provider with scripted answers."""

import pytest
from pydantic import BaseModel

from omniforge.llm import Models
from omniforge.llm.errors import ModelRejected, ModelUnavailable
from omniforge.llm.scripted import Scripted
from omniforge.llm.types import ToolRequest, ToolSpec
from tests.llm.conftest import HELLO, read


class Answer(BaseModel):
    action: str


async def test_scripted_replies_come_in_order_and_whole():
    scripted = Scripted()
    scripted.queue("demo", "Hello,  you\n", '{"action": "run"}', ModelRejected())
    models = Models({"reply": "scripted:demo", "intent": "scripted:demo"}, providers={"scripted": scripted})
    assert await read(models) == "Hello,  you\n"
    assert await models.ask("intent", HELLO, answer=Answer, deadline=1) == Answer(action="run")
    with pytest.raises(ModelRejected):
        await read(models)
    assert [request.messages for request in scripted.requests] == [tuple(HELLO)] * 3
    assert [call.error for call in models.calls] == ["", "", "model_rejected"]


async def test_scripted_reply_may_call_tools():
    scripted, tool = Scripted(), ToolSpec("add", "Adds.", {"type": "object"})
    call = ToolRequest("c1", "add", '{"a": 1}')
    scripted.queue("demo", ["Let me see.", call], [call, call])
    models = Models({"plan": "scripted:demo"}, providers={"scripted": scripted})
    first, second = [[part async for part in models.converse("plan", HELLO, tools=[tool])] for _ in range(2)]
    assert ("".join(first[:-1]), first[-1], second) == ("Let me see.", call, [call, call])
    assert scripted.requests[0].tools == (tool,)


async def test_scripted_model_without_replies_is_unavailable():
    models = Models({"reply": "scripted:demo"}, providers={"scripted": Scripted()})
    with pytest.raises(ModelUnavailable, match="demo"):
        await read(models)
