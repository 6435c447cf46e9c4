"""An open socket ends with the right to it: at the next frame or beat, not when the page is closed."""

import json
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from channels.routing import URLRouter
from django.contrib.sessions.models import Session

from conversations.live import consumers
from conversations.live.routing import websocket_urlpatterns
from conversations.models import Turn, TurnStatus
from conversations.wire.announcements import announce
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.keys import create_api_key, list_api_keys, revoke_api_key
from omniforge.tenants.models import Membership, User
from omniforge.tenants.people import change_password
from omniforge.tenants.services import remove_member
from omniforge.tenants.sockets import AccessMiddleware
from tests.clients import browser
from tests.conversations.rows import make_turn
from tests.open_socket import PATIENCE, OpenSocket

pytestmark = pytest.mark.django_db(transaction=True)
application = AccessMiddleware(URLRouter(websocket_urlpatterns))
Open = Callable[[tuple[bytes, bytes]], OpenSocket]


@pytest.fixture(autouse=True)
def quick_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "_HEARTBEAT", 0.01)


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    sockets: list[OpenSocket] = []

    def open_(header: tuple[bytes, bytes]) -> OpenSocket:
        headers = [header, (b"host", b"localhost"), (b"origin", b"http://localhost")]
        sockets.append(OpenSocket(application, "/ws/chat/", headers))
        return sockets[-1]

    yield open_
    for socket in sockets:
        await socket.disconnect()


def signed_in(access: Access) -> tuple[bytes, bytes]:
    return (b"cookie", f"sessionid={browser(access).cookies['sessionid'].value}".encode())


async def code_of(socket: OpenSocket) -> int:
    """Read until the server closes, and return its code."""
    while (heard := await socket.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
        pass
    return heard["code"]


async def hears(socket: OpenSocket, kind: str) -> bool:
    """Read until a frame of this type comes."""
    while f'"{kind}"' not in await socket.receive_from():
        pass
    return True


async def beats(socket: OpenSocket) -> bool:
    assert await socket.connect()
    return await hears(socket, "ping")


async def test_from_listening_on_nothing_that_is_announced_is_missed(opened: Open, amy: Access):
    socket = opened(await in_database(signed_in, amy))
    assert await socket.connect()
    assert await hears(socket, "listening")
    await announce(amy, "summary", version=1)
    assert await hears(socket, "summary")


async def test_who_was_removed_hears_no_more(opened: Open, ann: Access, amy: Access):
    socket = opened(await in_database(signed_in, amy))
    assert await beats(socket)
    place = await Membership.objects.aget(user_id=amy.user_id)
    await in_database(remove_member, access=ann, membership_id=place.pk)
    assert await code_of(socket) == 4403


async def test_another_password_ends_other_sessions(opened: Open, amy: Access):
    socket = opened(await in_database(signed_in, amy))
    assert await beats(socket)
    person = await User.objects.aget(pk=amy.user_id)
    await in_database(change_password, person=person, password="another sentence works as well")
    assert await code_of(socket) == 4401


async def test_who_has_signed_out_sends_no_more(opened: Open, amy: Access, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(consumers, "_HEARTBEAT", 600)
    monkeypatch.setattr(consumers, "_FRESH", 0)
    socket = opened(await in_database(signed_in, amy))
    assert await socket.connect()
    await in_database(Session.objects.all().delete)
    message = {"type": "message", "id": str(new_id()), "content": "Which agents do I have?"}
    await socket.send_to(json.dumps(message))
    assert await code_of(socket) == 4401
    assert not await Turn.objects.aexists()


async def test_a_revoked_key_ends_its_socket(opened: Open, amy: Access):
    _, key = await in_database(create_api_key, access=amy, name="bot", scopes={"chat"})
    socket = opened((b"authorization", f"Bearer {key}".encode()))
    assert await beats(socket)
    row = await in_database(list_api_keys(amy).get)
    await in_database(revoke_api_key, access=amy, key_id=row.pk)
    assert await code_of(socket) == 4401


async def test_a_member_keeps_the_socket_with_another_workspace_open(opened: Open, amy: Access, bob: Access):
    await Membership.objects.acreate(tenant_id=bob.tenant_id, user_id=amy.user_id)
    socket = opened(await in_database(signed_in, amy))
    assert await beats(socket) and await hears(socket, "ping")


async def test_events_that_cannot_be_read_are_told_and_logged(opened: Open, amy: Access, caplog):
    turn = await in_database(partial(make_turn, amy, events=[["damaged"]]))
    socket = opened(await in_database(signed_in, amy))
    assert await socket.connect()
    await socket.send_to(json.dumps({"type": "subscribe", "turn_id": str(turn.pk)}))
    while (frame := json.loads(await socket.receive_from()))["type"] != "error":
        pass
    assert (frame["code"], frame["id"]) == ("internal_error", str(turn.pk))
    [record] = [one for one in caplog.records if one.exc_info]
    assert record.getMessage() == "internal_error in the events of a turn"


async def test_a_socket_reads_so_many_turns_at_a_time(
    opened: Open, amy: Access, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(consumers, "_READ", 1)
    waiting = [await in_database(partial(make_turn, amy, status=TurnStatus.QUEUED)) for _ in range(2)]
    socket = opened(await in_database(signed_in, amy))
    assert await socket.connect()
    for turn in (waiting[0], waiting[0], waiting[1]):
        await socket.send_to(json.dumps({"type": "subscribe", "turn_id": str(turn.pk)}))
    while (frame := json.loads(await socket.receive_from()))["type"] != "error":
        pass
    assert frame["code"] == "conflict" and "at most 1 turns at a time" in frame["message"]
