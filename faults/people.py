"""Simulated users: a question, its answer to the end, the next question."""

import asyncio
import itertools
import random
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from uuid import UUID

import httpx2
import orjson
from websockets.asyncio.client import connect

from faults.journal import Journal
from faults.model import QUESTION, words_of
from faults.readers import GONE, PATIENCE, Frame, Pace, Reader
from faults.stage import Stage
from tests.site import Site

_SENDING, _READING = 90.0, 90.0  # seconds after which a user gives up
_AFTER_FAILURE = 1.0  # seconds until the next question
_TURNS = 6  # per conversation
WORDS = (20, 80)  # per answer, at 25 a second
_BY_POST, _WATCHED = 0.2, 0.3  # shares of the questions
_plans = itertools.count(1)


@dataclass
class Question:
    """One message, and its outcome."""

    id: str
    text: str
    conversation: str | None = None
    turn: str | None = None
    is_refused: bool = False

    @property
    def is_open(self) -> bool:
        return not (self.turn or self.is_refused)


@dataclass
class Crowd:
    """All users on a stage. `twice`: they send messages to both web processes at once."""

    stage: Stage
    journal: Journal
    chance: random.Random
    twice: bool = False
    pace: Pace = field(default_factory=Pace)
    words: tuple[int, int] = WORDS
    readers: int = 0  # per answer, besides the asking user
    is_over: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _errors: list[Exception] = field(default_factory=list)
    _names: Iterator[int] = field(default_factory=itertools.count)

    def begin(self, people: int) -> None:
        """Start `people` users."""
        for number in range(people):
            self.keep(self._talk(self.stage.keys[number % len(self.stage.keys)]))

    async def end(self) -> None:
        """Stop asking, and return when all answers have been read to their end.

        Raises the exception of a user that failed: a silent user finds nothing.
        """
        self.is_over = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._errors:
            raise ExceptionGroup("people broke off", self._errors)

    def keep(self, work: Coroutine[None, None, None]) -> None:
        """Keep a reference to a task until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self._errors.append(error)

    def reader(self, key: str) -> Reader:
        name = f"reader {next(self._names)}"
        return Reader(name, key, self.stage.webs, self.journal, self.chance, self.pace)

    async def _talk(self, key: str) -> None:
        conversation, left = None, 0
        while not self.is_over:
            if not left:
                conversation, left = None, _TURNS
            question = self._question(conversation)
            await self._ask(question, key)
            conversation, left = (question.conversation, left - 1) if question.turn else (None, 0)

    def _question(self, conversation: str | None) -> Question:
        plan, words = next(_plans), self.chance.randint(*self.words)
        question = Question(self._id(), QUESTION.format(plan=plan, words=words), conversation)
        self.journal.ask(question.id, " ".join(words_of(plan, words)))
        return question

    def _id(self) -> str:
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    async def _ask(self, question: Question, key: str) -> None:
        """Send it until it is accepted or finally refused, and read the answer."""
        deadline = asyncio.get_running_loop().time() + _SENDING
        reader = self.reader(key)
        while question.is_open and asyncio.get_running_loop().time() < deadline:
            await self._send(question, reader)
        if not question.turn:
            return
        watchers = [self.reader(key) for _ in range(self.readers or self.chance.random() < _WATCHED)]
        await asyncio.gather(*(one.read(question.turn, _READING) for one in (reader, *watchers)))
        if reader.finish != "completed":
            await asyncio.sleep(_AFTER_FAILURE)

    async def _send(self, question: Question, reader: Reader) -> None:
        webs = self.stage.webs if self.twice else [self.chance.choice(self.stage.webs)]
        readers = [reader, *(self.reader(reader.key) for _ in webs[1:])]
        await asyncio.gather(*map(self._send_to, readers, itertools.repeat(question), webs))
        if question.is_open:
            await asyncio.sleep(0.3)

    async def _send_to(self, reader: Reader, question: Question, web: Site) -> None:
        way = _by_post if self.chance.random() < _BY_POST else _by_socket
        with suppress(*GONE):
            await way(question, reader, web)
        if self.twice and question.turn:
            await reader.read(question.turn, _READING)


async def _by_socket(question: Question, reader: Reader, web: Site) -> None:
    """Send it over a socket, and read from it while it is open. Raises one of GONE."""
    frame = {"type": "message", "id": question.id, "content": question.text}
    frame |= {"conversation_id": question.conversation} if question.conversation else {}
    headers = reader.headers
    async with connect(web.ws_url, additional_headers=headers, open_timeout=PATIENCE, max_size=None) as line:
        await line.send(orjson.dumps(frame), text=True)
        own = None
        while not reader.is_done:
            told = orjson.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            if told["type"] == "accepted" and told["id"] == question.id:
                own = told["turn_id"]
                _accept(question, reader, own, told["conversation_id"])
            elif told["type"] == "error" and told.get("id") == question.id:
                return _refuse(question, reader, told)
            elif told["type"] == "error" and told.get("id") == own:
                return None
            elif told.get("seq", 0) > reader.last and told["turn_id"] == own:
                reader.note(told)


async def _by_post(question: Question, reader: Reader, web: Site) -> None:
    """Send it like a program. The answer is read as a turn's events. Raises one of GONE."""
    body = {"message": question.text, "id": question.id, "conversation_id": question.conversation}
    async with (
        httpx2.AsyncClient(timeout=PATIENCE, headers=reader.headers) as client,
        client.stream("POST", f"{web.url}/api/v1/chat", json=body) as answer,
    ):
        if answer.is_success:
            told = answer.headers
            return _accept(question, reader, told["X-Turn-Id"], told["X-Conversation-Id"])
        _refuse(question, reader, _said(answer.status_code, await answer.aread()))


def _said(status: int, body: bytes) -> Frame:
    """Return the refusal. A response without JSON comes from a server that hasn't read the message."""
    try:
        return dict(orjson.loads(body))
    except orjson.JSONDecodeError:
        return {"code": f"{status} {body[:80]!r}", "retryable": True}


def _accept(question: Question, reader: Reader, turn: str, conversation: str) -> None:
    reader.journal.accept(question.id, turn, conversation)
    question.turn, question.conversation = turn, conversation


def _refuse(question: Question, reader: Reader, told: Frame) -> None:
    retryable = bool(told.get("retryable"))
    reader.journal.refuse(question.id, told["code"], retryable)
    question.is_refused = not retryable
