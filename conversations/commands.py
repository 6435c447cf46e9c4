"""What a client may ask for over the socket: its frames, read and checked, as docs/protocol.md has them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

from intent.types import ActionType
from omniforge.errors import InvalidInput, TooLarge

MAX_MESSAGE = 10_000  # characters
MAX_FRAME = 65_536  # bytes


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Say something. `busy` is what to do while another message is being answered; without `store`
    nothing of it is kept."""

    id: UUID
    content: str
    conversation_id: UUID | None = None
    busy: str = "enqueue"
    store: bool = True


@dataclass(frozen=True, slots=True)
class RunAgain:
    """Answer a message again as turn `id`; with an action, understood that way (a correction)."""

    id: UUID
    turn_id: UUID
    action: ActionType | None = None


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Read a turn's events after a seq."""

    turn_id: UUID
    after: int = 0


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop a turn; what was said is kept."""

    turn_id: UUID


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there?"""


Command = SendMessage | RunAgain | Subscribe | Cancel | Ping


def read_frame(text: str | None) -> Mapping[str, Any]:
    """Return a client's frame as a mapping. Raises TooLarge and InvalidInput."""
    if text is None:
        raise InvalidInput("Frames are JSON text, not bytes.")
    if len(text) > MAX_FRAME or len(text.encode()) > MAX_FRAME:
        raise TooLarge("A frame is at most 64 KB.")
    try:
        frame = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidInput("This frame is not valid JSON.") from error
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        raise InvalidInput("A frame is a JSON object with a 'type'.")
    return frame


def parse_command(frame: Mapping[str, Any]) -> Command:
    """Return what a frame asks for. Raises InvalidInput, saying which field is wrong."""
    match frame["type"]:
        case "message":
            return SendMessage(
                _uuid(frame, "id"),
                parse_content(frame.get("content")),
                _uuid(frame, "conversation_id") if frame.get("conversation_id") else None,
                _busy(frame.get("busy", "enqueue")),
            )
        case "retry":
            return RunAgain(_uuid(frame, "id"), _uuid(frame, "turn_id"))
        case "correct":
            return RunAgain(
                _uuid(frame, "id"), _uuid(frame, "turn_id"), parse_action(frame.get("action_type"))
            )
        case "subscribe":
            return Subscribe(_uuid(frame, "turn_id"), _after(frame.get("after", 0)))
        case "cancel":
            return Cancel(_uuid(frame, "turn_id"))
        case "ping" | "pong":
            return Ping()
    raise InvalidInput("This type of frame is not known. See docs/protocol.md for those that are.")


def parse_content(content: object) -> str:
    """Return a message's text. Raises InvalidInput where it is blank or no text, TooLarge where too long."""
    if not isinstance(content, str):
        raise InvalidInput("A message is text.")
    if not content.strip():
        raise InvalidInput("Message cannot be empty.")
    if len(content) > MAX_MESSAGE:
        raise TooLarge(f"A message is at most {MAX_MESSAGE:,} characters; this one has {len(content):,}.")
    if "\x00" in content:
        raise InvalidInput("A message cannot hold NUL characters.")
    try:
        content.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput("A message must be valid Unicode.") from error
    return content


def parse_action(value: object) -> ActionType:
    """Return an action type by name. Raises InvalidInput naming those that exist."""
    try:
        return ActionType(str(value))
    except ValueError as error:
        raise InvalidInput(f"action_type is one of {', '.join(ActionType)}.") from error


def _uuid(frame: Mapping[str, Any], name: str) -> UUID:
    try:
        return UUID(str(frame[name]))
    except (KeyError, ValueError) as error:
        raise InvalidInput(f"{name} must be a UUID.") from error


def _busy(value: object) -> str:
    if value not in ("enqueue", "reject", "interrupt"):
        raise InvalidInput("busy is enqueue, reject or interrupt.")
    return str(value)


def _after(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidInput("after is the seq of the last event you have, 0 or more.")
    return value
