"""The images that a person attaches reach a model that sees, also in later turns."""

from base64 import b64decode
from uuid import UUID

import pytest

from agents.models import AgentRun
from omniforge.files import storage
from omniforge.files.models import StoredFile
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from tests.conversations.loop.talking import Talk
from tests.standin.server import ModelServer

pytestmark = pytest.mark.django_db(transaction=True)
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


async def attach(talk: Talk, name: str = "dot.png", content: bytes | None = None) -> UUID:
    file = await in_database(
        lambda: store_file(access=talk.access, name=name, content=content or b64decode(DOT))
    )
    return UUID(str(file.pk))


async def test_an_image_is_seen_in_its_turn_and_in_those_after_it(talk: Talk, model_server: ModelServer):
    model_server.script("What is on it", "A single dot.")
    heard = await talk.say("What is on it?", files=[await attach(talk)])
    assert heard.text == "A single dot."
    assert DOT in str(model_server.requests[0].messages[-1])
    assert "dot.png (image/png" in model_server.requests[0].text
    await talk.say("And which colour has it?")
    assert DOT in str(model_server.requests[-1].messages)


async def test_an_image_that_is_too_large_is_said_to_be(talk: Talk, model_server: ModelServer):
    large = await attach(talk, content=b64decode(DOT) + bytes(5_000_000))
    await talk.say("What is on it?", files=[large])
    assert "cannot be seen: it is larger than 5 MB" in model_server.requests[0].text


async def test_an_image_that_is_lost_is_said_to_be(talk: Talk, model_server: ModelServer):
    lost = await attach(talk)
    storage.remove((await StoredFile.objects.aget(pk=lost)).path)
    await talk.say("What is on it?", files=[lost])
    assert "or it is deleted or damaged" in model_server.requests[0].text


async def test_no_run_keeps_the_bytes(talk: Talk, model_server: ModelServer):
    look = {"name": "calculate", "arguments": {"expression": "1 + 1"}}
    model_server.queue({"tools": [look]}, {"text": "Two."})
    await talk.say("Count the dots", files=[await attach(talk)])
    assert DOT in str(model_server.requests[1].messages)
    assert DOT not in str([run.state async for run in AgentRun.objects.all()])


async def test_a_tool_that_reads_one_says_that_it_is_an_image(talk: Talk, model_server: ModelServer):
    read = {"name": "read", "arguments": {"kind": "file", "ref": "dot.png"}}
    model_server.queue({"tools": [read]}, {"text": "I can't."})
    heard = await talk.say("Read the file", files=[await attach(talk)])
    assert "This is an image" in str(heard.of("tool_result")[0])
