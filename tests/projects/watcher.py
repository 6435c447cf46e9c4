"""A socket client that watches projects: it applies patches, and fetches only if it must."""

import asyncio
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import jsonpatch
import orjson
from channels.routing import URLRouter
from django.test import Client

from conversations.live.routing import websocket_urlpatterns
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.sockets import AccessMiddleware
from tests.factories import make_api_key
from tests.open_socket import PATIENCE, OpenSocket

APPLICATION = AccessMiddleware(URLRouter(websocket_urlpatterns))
Frame = dict[str, Any]
_LISTS = {"project": "projects", "document": "documents", "edge": "edges"}


class Watcher:
    """One open socket. `rows` are by id, as patches made them; `asked` names what had to be fetched."""

    def __init__(self, socket: OpenSocket, key: str) -> None:
        self._socket, self._http = socket, Client(headers={"Authorization": f"Bearer {key}"})
        self.rows: dict[UUID, Any] = {}
        self.asked: list[str] = []

    async def send(self, kind: str, **fields: Any) -> None:
        await self._socket.send_to(orjson.dumps({"type": kind, **fields}).decode())

    async def receive(self) -> Frame:
        """Return the next frame that is no ping."""
        while True:
            frame = orjson.loads(await self._socket.receive_from())
            if frame["type"] != "ping":
                return frame

    async def wait_for(self, kind: str) -> Frame:
        """Return the next frame of this kind; patches before it are applied."""
        while (frame := await self.receive())["type"] != kind:
            await self._hear(frame)
        await self._hear(frame)
        return frame

    async def watch(self, *projects: UUID) -> None:
        for project_id in projects:
            await self.send("watch", project_id=project_id)
            await self.wait_for("watching")

    async def say(self, content: str, conversation_id: str | None = None, **fields: Any) -> str:
        """Say something, hear the turn to its end, and return the conversation's id."""
        await self.send("message", id=new_id(), content=content, conversation_id=conversation_id, **fields)
        conversation_id = (await self.wait_for("accepted"))["conversation_id"]
        await self.wait_for("done")
        return conversation_id

    async def hear_until(self, fits) -> None:
        """Apply what comes, until `fits`."""
        async with asyncio.timeout(PATIENCE):
            while not fits():
                await self._hear(await self.receive())

    async def _hear(self, frame: Frame) -> None:
        if frame["type"] == "entity_patch" and not self._applies(frame["data"]):
            await in_database(self._fetch, frame["data"])

    def _applies(self, data: Frame) -> bool:
        """Apply a change; False if the row has to be fetched instead."""
        row_id, patch = UUID(data["entity_id"]), data["patch"]
        known = self.rows.get(row_id)
        if known and known["version"] >= data["version"]:
            return True
        if data["action"] == "delete":
            self._drop(row_id)
            return True
        if data["entity_type"] == "project" and data["action"] == "restore":
            return False
        if patch and patch[0]["path"] == "":
            self.rows[row_id] = patch[0]["value"]
            return True
        if known and patch and known["version"] == data["version"] - 1:
            self.rows[row_id] = jsonpatch.apply_patch(known, patch)
            return True
        return False

    def _drop(self, row_id: UUID) -> None:
        """Remove a row, and with a project all its contents."""
        gone = [one for one, row in self.rows.items() if row.get("project_id") == str(row_id)]
        for one in (row_id, *gone):
            self.rows.pop(one, None)

    def _fetch(self, data: Frame) -> None:
        self.asked.append(data["entity_name"])
        row_id, whole = UUID(data["entity_id"]), data["action"] == "restore"
        self._get(_LISTS.get(data["entity_type"], "entities"), row_id)
        for rows in ("documents", "entities", "edges") if whole and row_id in self.rows else ():
            self._get_all(rows, row_id)

    def _get(self, rows: str, row_id: UUID) -> None:
        answer = self._http.get(f"/api/v1/{rows}/{row_id}/")
        if answer.status_code == 200:
            self.rows[row_id] = answer.json()
        else:
            self._drop(row_id)

    def _get_all(self, rows: str, project_id: UUID) -> None:
        query: Frame | None = {"limit": 100}
        while query:
            page = self._http.get(f"/api/v1/projects/{project_id}/{rows}/", query).json()
            for row in page.get("results", ()):  # none if the project is in the trash again
                self._get(rows, UUID(row["id"]))
            query = {"limit": 100, "cursor": page["next"]} if page.get("next") else None


@asynccontextmanager
async def watching(access: Access):
    """Open a socket of a person's for a while."""
    key = await in_database(make_api_key, access)
    headers = [(b"authorization", f"Bearer {key}".encode())]
    socket = OpenSocket(APPLICATION, "/ws/chat/", headers=headers)
    assert await socket.connect()
    try:
        yield Watcher(socket, key)
    finally:
        await socket.disconnect()
