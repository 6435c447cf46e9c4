"""The database's contents, read without the product's code: tables by SQL, texts by the key."""

from dataclasses import dataclass
from typing import Any

import orjson
import psycopg
from cryptography.fernet import Fernet, MultiFernet

_TURNS = """
SELECT turn.id::text, turn.user_message_id::text, turn.conversation_id::text, turn.number, turn.status,
       turn.events, answer.content
FROM conversations_turn turn LEFT JOIN conversations_message answer ON answer.id = turn.answer_id
WHERE turn.user_message_id = ANY(%s::uuid[])"""
_ANSWERS = """
SELECT id::text, parent_id::text FROM conversations_message
WHERE role = 'assistant' AND status <> 'superseded' AND parent_id = ANY(%s::uuid[])"""
_PLAIN = ("", "{}", "[]")  # empty values are stored in plain text


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn's row. `events` are `[seq, kind, data]`, or `[seq, "text", text, [[seq, end], …]]`."""

    id: str
    message: str
    conversation: str
    number: int
    status: str
    events: list[list[Any]]
    answer: str | None


@dataclass(frozen=True, slots=True)
class Stored:
    """All turns of some messages, and by message the ids of the answers that aren't superseded."""

    turns: list[Turn]
    answers: dict[str, list[str]]


def read(url: str, keys: str, messages: list[str]) -> Stored:
    """Read the data of these messages. `keys` are those of FIELD_ENCRYPTION_KEY."""
    crypter = MultiFernet([Fernet(key) for key in keys.split(",")])

    def opened(text: str) -> str:
        return text if text in _PLAIN else crypter.decrypt(text.encode()).decode()

    answers: dict[str, list[str]] = {}
    with psycopg.connect(url.replace("postgres://", "postgresql://")) as connection:
        for answer, message in connection.execute(_ANSWERS, (messages,)):
            answers.setdefault(message, []).append(answer)
        rows = connection.execute(_TURNS, (messages,)).fetchall()
    turns = [
        Turn(*row[:5], orjson.loads(opened(row[5])), row[6] and opened(row[6]))  # type: ignore[call-arg]
        for row in rows
    ]
    return Stored(turns, answers)
