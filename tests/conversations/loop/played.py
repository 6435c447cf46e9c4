"""Exchanges recorded with a strong model, in TOML: expected requests and scripted answers."""

import re
import tomllib
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict

from omniforge.llm.tokens import count
from tests.standin.blocks import Answer, block_of
from tests.standin.request import Request

FOLDER = Path(__file__).parent / "exchanges"
MOST_TOOLS = 3_000  # tokens
_RESULT = re.compile(r'"result_id":"([0-9a-f-]{36})"')


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Round(Part):
    """One request and its answer. The request has to contain `reads`, and not `lacks`; `offered` are tools.
    With `match` it answers the next request that contains it, else the next request.
    """

    match: str = ""
    reads: list[str] = []
    lacks: list[str] = []
    offered: list[str] = []
    text: str = ""
    tools: list[dict[str, Any]] = []


class Turn(Part):
    """A person's message, or decision on the only pending card, and what they see."""

    say: str = ""
    decide: bool | None = None
    edits: dict[str, Any] = {}
    files: dict[str, str] = {}
    new: bool = False  # in a new conversation
    focus: str = ""  # a project's name
    approves: list[int] = []  # what the small model reads in the message of the numbered calls that wait
    refuses: list[int] = []
    asks_more: bool = True
    rounds: list[Round] = []
    hears: list[str] = []
    cards: list[str] = []


class Exchange(Part):
    """A whole task; `exist` and `gone` are titles at its end."""

    turns: list[Turn]
    exist: list[str] = []
    gone: list[str] = []


def exchanges() -> dict[str, Exchange]:
    """Return all exchanges by name."""
    files = sorted(FOLDER.glob("*.toml"))
    return {one.stem: Exchange.model_validate(tomllib.loads(one.read_text())) for one in files}


class Player:
    """Answers as recorded; `missed` lists missing and unexpected parts of requests."""

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.turn = Turn()
        self.missed: list[str] = []

    def __call__(self, request: Request) -> Answer | dict[str, Any]:
        if request.schema is not None:
            decided = {"approved": self.turn.approves, "refused": self.turn.refuses}
            return decided | {"asks_more": self.turn.asks_more, "unproven_claims": []}
        played = next((one for one in self.rounds if one.match in request.text), None)
        if played is None:
            self.missed.append(f"nobody has played: {request.last[-300:]}")
            return ("?",)
        self.rounds.remove(played)
        self.missed += _missed(played, request)
        return tuple(map(block_of, [*([played.text] if played.text else []), *_calls(played, request)]))


def _missed(played: Round, request: Request) -> list[str]:
    text, tokens = _plain(request.text), count(orjson.dumps(request.body.get("tools", [])).decode())
    missed = [f"not told: {one}" for one in played.reads if one not in text]
    missed += [f"told: {one}" for one in played.lacks if one in text]
    missed += [f"not offered: {one}" for one in played.offered if one not in request.tools]
    return missed + ([f"{tokens} tokens of tools"] if tokens >= MOST_TOOLS else [])


def _plain(text: str) -> str:
    """Return a request's text with the results of tools as they are, not quoted once more."""
    return text.replace('\\"', '"').replace("\\n", "\n")


def _calls(played: Round, request: Request) -> list[dict[str, Any]]:
    """Return the calls, with the ids of earlier results for {r1}, {r2} …, the oldest first."""
    ids = list(dict.fromkeys(_RESULT.findall(_plain(orjson.dumps(request.messages).decode()))))
    written = orjson.dumps(played.tools).decode()
    for number, id in enumerate(ids, 1):
        written = written.replace(f"{{r{number}}}", id)
    calls: list[dict[str, Any]] = orjson.loads(written)
    return calls
