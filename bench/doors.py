"""The three compared ways to get an answer: the model's own stream, the socket, server-sent events."""

import re
import time
from dataclasses import dataclass, field
from uuid import uuid4

import orjson
from websockets.asyncio.client import ClientConnection, connect

from bench.http import Connection

MODEL = "gpt-4o"
TEXT = re.compile(rb'"content": ?"[^"]')
WORDS = re.compile(rb'"(?:content|text)": ?"((?:[^"\\]|\\.)+)"')


@dataclass(slots=True)
class Turn:
    """One question and its result. Times are from time.perf_counter()."""

    sent: float = field(default_factory=time.perf_counter)
    first_event: float | None = None  # the acceptance; for the model alone, the response head
    first_text: float | None = None
    ended: float = 0.0
    completed: bool = False
    spaces: int = 0  # number of spaces in its text

    def note_text(self) -> None:
        if self.first_text is None:
            self.first_text = time.perf_counter()

    def note_words(self, data: bytes) -> None:
        """Count the words of all texts in `data`. Pieces of a text may end within a word."""
        self.spaces += sum(text.count(b" ") for text in WORDS.findall(data))

    def end(self, completed: bool) -> None:
        self.ended = time.perf_counter()
        self.completed = completed and self.first_text is not None


class Direct:
    """Straight to the model server, like the vendor's own client."""

    name = "model alone"

    def __init__(self, port: int, key: str) -> None:
        self._port = port

    async def open(self) -> None:
        self._connection = await Connection.open(self._port)

    async def ask(self, question: str) -> Turn:
        body = {"model": MODEL, "stream": True, "messages": [{"role": "user", "content": question}]}
        turn, pieces = Turn(), []

        def piece(data: bytes) -> None:
            pieces.append(data)
            if TEXT.search(data):
                turn.note_text()

        headers = {"authorization": "Bearer bench"}
        status = await self._connection.request("POST", "/v1/chat/completions", body, headers, piece)
        whole = b"".join(pieces)
        turn.end(status == 200 and b"[DONE]" in whole)
        turn.first_event = self._connection.head_at
        turn.note_words(whole)
        return turn

    async def close(self) -> None:
        self._connection.close()


class EventStream:
    """`POST /api/v1/chat`: one request per turn, answered as server-sent events."""

    name = "server-sent events"

    def __init__(self, port: int, key: str) -> None:
        self._port = port
        self._headers = {"authorization": f"Bearer {key}"}
        self._conversation: str | None = None

    async def open(self) -> None:
        self._connection = await Connection.open(self._port)

    async def ask(self, question: str) -> Turn:
        turn, pieces = Turn(), []

        def piece(data: bytes) -> None:
            pieces.append(data)
            if b"event: chunk" in data:
                turn.note_text()

        body = {"message": question, "conversation_id": self._conversation}
        status = await self._connection.request("POST", "/api/v1/chat", body, self._headers, piece)
        said, _, done = b"".join(pieces).partition(b"event: done\ndata: ")
        turn.end(status == 200 and bool(done))
        turn.first_event = self._connection.head_at  # sent when the message is accepted
        turn.note_words(said)
        if done:
            self._conversation = orjson.loads(done)["conversation_id"]
        return turn

    async def close(self) -> None:
        self._connection.close()


class Socket:
    """`/ws/chat/`: one socket per user, like the page."""

    name = "socket"

    def __init__(self, port: int, key: str) -> None:
        self._url = f"ws://127.0.0.1:{port}/ws/chat/"
        self._headers = {"Authorization": f"Bearer {key}"}
        self._conversation: str | None = None

    async def open(self) -> None:
        options = {"compression": None, "ping_interval": None, "max_size": None}
        self._socket: ClientConnection = await connect(
            self._url, additional_headers=self._headers, open_timeout=60, **options
        )

    async def ask(self, question: str) -> Turn:
        frame = {"type": "message", "id": uuid4(), "content": question, "conversation_id": self._conversation}
        data, turn = orjson.dumps(frame), Turn()
        await self._socket.send(data, text=True)
        while not turn.ended:
            self._note(await self._socket.recv(decode=False), turn)
        return turn

    def _note(self, frame: bytes, turn: Turn) -> None:
        if b'"type":"text_delta"' in frame:
            turn.note_text()
            turn.note_words(frame)
        elif b'"type":"accepted"' in frame:
            turn.first_event = time.perf_counter()
            self._conversation = orjson.loads(frame)["conversation_id"]
        elif b'"type":"done"' in frame:
            turn.end(b'"finish_reason":"completed"' in frame)
        elif b'"type":"error"' in frame and b'"seq"' not in frame:
            turn.end(False)

    async def close(self) -> None:
        await self._socket.close()


DOORS = (Direct, Socket, EventStream)
