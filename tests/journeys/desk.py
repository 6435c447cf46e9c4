"""A project, and a person who chats about it over the socket and reads it over REST."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx2

from tests.chat_client import ChatClient, Frame
from tests.conversations.conftest import ChatSite


@dataclass(frozen=True)
class Heard:
    """The answer to one message: its events, and its text."""

    events: list[Frame]
    text: str
    conversation_id: str

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event["data"] for event in self.events if event["type"] == kind]

    @property
    def changed(self) -> list[str]:
        """The things that patches changed, by name, in order."""
        return [
            patch["entity_name"] for patch in self.of("entity_patch") if patch["entity_type"] != "project"
        ]

    @property
    def done(self) -> list[tuple[str, str]]:
        """What was done to which thing."""
        return [
            (one["action"], one["entity_name"]) for one in self.of("operation") if one["status"] == "done"
        ]


class Talk:
    """A conversation, about one project or about everything."""

    def __init__(self, client: ChatClient, project_id: str | None) -> None:
        self._client, self._focus = client, {"project_id": project_id} if project_id else None
        self.id: str | None = None

    async def say(self, message: str) -> Heard:
        accepted = await self._client.say(message, self.id, focus=None if self.id else self._focus)
        assert accepted["type"] == "accepted", accepted
        done = await self._client.wait_for("done", accepted["turn_id"])
        assert done["data"]["finish_reason"] == "completed", done
        self.id = accepted["conversation_id"]
        turn_id = accepted["turn_id"]
        return Heard(self._client.events_of(turn_id), self._client.text_of(turn_id), self.id)


class Desk:
    """A project of its own, as REST shows it."""

    def __init__(self, office: ChatSite, name: str = "") -> None:
        self.office, self.name = office, name or f"Project {uuid4().hex[:8]}"
        self.project_id: str = self._post("projects/", name=self.name)["id"]

    def task(self, title: str, **fields: Any) -> str:
        """Add a task and return its id."""
        return str(self._post(f"{self._path}entities/", kind="task", title=title, **fields)["id"])

    def document(self, title: str, content: str = "", **fields: Any) -> str:
        return str(self._post(f"{self._path}documents/", title=title, content=content, **fields)["id"])

    def tasks(self) -> dict[str, tuple[str, str | None, int | None]]:
        """Return each task's state, day and priority by its title."""
        rows = self._get(f"{self._path}entities/?kind=task")["results"]
        assert len({row["title"] for row in rows}) == len(rows), "a task is there twice"
        return {row["title"]: (row["state"], row["due_on"], row["priority"]) for row in rows}

    def documents(self) -> dict[str, str]:
        """Return each document's content by its title, but for the project's context."""
        rows = self._get(f"{self._path}documents/")["results"]
        found = [self._get(f"documents/{row['id']}/") for row in rows if row["role"] == "plain"]
        return {row["title"]: row["content"] for row in found}

    def tree(self) -> list[dict[str, Any]]:
        return list(self._get(f"projects/{self.project_id}/")["doc_structure"]["root"])

    def everything(self) -> Any:
        """Return all data that could be changed."""
        return self.tasks(), self.documents(), self._get(f"projects/{self.project_id}/")

    @property
    def _path(self) -> str:
        return f"projects/{self.project_id}/"

    def _post(self, path: str, **body: Any) -> dict[str, Any]:
        with self.office.http() as http:
            return _checked(http.post(f"/api/v1/{path}", json=body))

    def _get(self, path: str) -> dict[str, Any]:
        with self.office.http() as http:
            return _checked(http.get(f"/api/v1/{path}"))


def _checked(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.status_code < 300, answer.text
    return dict(answer.json())
