"""Client frames of the socket, parsed and validated (see docs/protocol.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agents.context.question_options import AskOptions
from agents.models import RunTrigger
from intent.types import ActionType
from omniforge.errors import InvalidInput, TooLarge
from omniforge.projects.focus import EVERYTHING, Focus, read_focus
from omniforge.web.json_body import read_json
from omniforge.web.request_data import refuse_misspelt, refuse_others

MAX_MESSAGE = 10_000  # characters
MAX_FRAME = 65_536  # bytes
MAX_ATTACHMENTS = 10
MAX_MODEL = 120
BUSY = ("enqueue", "steer", "reject", "interrupt")
_ANY = ("type", "id")  # allowed in every frame: an error names the frame's `id`
_MESSAGE = (*_ANY, "content", "conversation_id", "busy", "attachments", "focus", "model")
_FIELDS = {
    "retry": (*_ANY, "turn_id", "model"),
    "correct": (*_ANY, "turn_id", "action_type", "model"),
    "edit": (*_ANY, "turn_id", "content"),
    "subscribe": (*_ANY, "turn_id", "after"),
    "cancel": (*_ANY, "turn_id"),
    "approve": (*_ANY, "approval_id", "decision", "arguments"),
    "watch": (*_ANY, "project_id"),
    "unwatch": (*_ANY, "project_id"),
}


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send a message.

    `busy` says what to do while another message is being answered: `steer` passes this one to the running
    loop. Without `store`, nothing of the message is stored. A new conversation gets `focus`. With `agent_id`,
    the message is a task for that agent, started by `trigger`. With `ask`, it is a question to the documents.
    `attachments` are ids of the user's files. `model` is the role string of the model that answers in this
    conversation from now on: '' is the workspace's own, and None changes nothing.
    """

    id: UUID
    content: str
    conversation_id: UUID | None = None
    busy: str = "enqueue"
    store: bool = True
    agent_id: UUID | None = None
    trigger: RunTrigger = RunTrigger.CHAT
    attachments: tuple[UUID, ...] = ()
    focus: Focus = EVERYTHING
    ask: AskOptions | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class RunAgain:
    """Answer a message again as turn `id`, with an action, with that intent (a correction).

    A `model` applies to this answer only. Without one, the conversation's model answers.
    """

    id: UUID
    turn_id: UUID
    action: ActionType | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class EditMessage:
    """Replace the message of a turn by message `id`, and answer that."""

    id: UUID
    turn_id: UUID
    content: str


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Read a turn's events after a seq."""

    turn_id: UUID
    after: int = 0


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel a turn. Its text so far is kept."""

    turn_id: UUID


@dataclass(frozen=True, slots=True)
class Decide:
    """Approve or reject a waiting call, with edited arguments. `id` is the new message's."""

    id: UUID
    approval_id: UUID
    approve: bool
    arguments: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """Subscribe to a project's changes, without one, to which projects change."""

    project_id: UUID | None


@dataclass(frozen=True, slots=True)
class Unwatch:
    """Unsubscribe from a project, or from all."""

    project_id: UUID | None


@dataclass(frozen=True, slots=True)
class Ping:
    """A heartbeat request."""


TurnCommand = SendMessage | RunAgain | EditMessage
Command = TurnCommand | Subscribe | Cancel | Decide | Watch | Unwatch | Ping


def read_frame(text: str | None) -> Mapping[str, Any]:
    """Parse a client's frame to a mapping. Raises TooLarge and InvalidInput."""
    if text is None:
        raise InvalidInput("Frames are JSON text, not bytes.")
    if len(text) > MAX_FRAME or len(text.encode()) > MAX_FRAME:
        raise TooLarge("A frame is at most 64 KB.")
    frame = read_json(text)
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        raise InvalidInput("A frame is a JSON object with a 'type'.")
    return frame


def parse_command(frame: Mapping[str, Any]) -> Command:
    """Parse a frame to a command. Raises InvalidInput by field."""
    _check_fields(frame)
    match frame["type"]:
        case "message":
            return SendMessage(
                parse_uuid(frame, "id"),
                parse_content(frame.get("content")),
                parse_uuid(frame, "conversation_id") if frame.get("conversation_id") else None,
                parse_busy(frame.get("busy", "enqueue")),
                attachments=parse_attachments(frame.get("attachments", [])),
                focus=read_focus(frame.get("focus")),
                model=parse_model(frame.get("model")),
            )
        case "retry" | "correct" | "edit":
            return _again(frame)
        case "subscribe":
            return Subscribe(parse_uuid(frame, "turn_id"), _after(frame.get("after", 0)))
        case "cancel":
            return Cancel(parse_uuid(frame, "turn_id"))
        case "approve":
            return parse_decision(frame)
        case "watch" | "unwatch" as kind:
            project_id = parse_uuid(frame, "project_id") if frame.get("project_id") else None
            return (Watch if kind == "watch" else Unwatch)(project_id)
        case "ping" | "pong":
            return Ping()
    raise InvalidInput("This type of frame is not known. See docs/protocol.md for those that are.")


def _check_fields(frame: Mapping[str, Any]) -> None:
    """Refuse unknown fields. A message may have more, like a body of /api/v1/chat."""
    if frame["type"] == "message":
        refuse_misspelt(frame, _MESSAGE)
    elif known := _FIELDS.get(frame["type"]):
        refuse_others(frame, known)


def parse_decision(frame: Mapping[str, Any]) -> Decide:
    """Parse a decision on a waiting call. Raises InvalidInput."""
    decision, arguments = frame.get("decision"), frame.get("arguments")
    if decision not in ("approve", "reject"):
        raise InvalidInput.of("decision", "decision is approve or reject.")
    if arguments is not None and not isinstance(arguments, dict):
        raise InvalidInput.of("arguments", "arguments is a JSON object: those of the call, as you want them.")
    return Decide(parse_uuid(frame, "id"), parse_uuid(frame, "approval_id"), decision == "approve", arguments)


def _again(frame: Mapping[str, Any]) -> RunAgain | EditMessage:
    ids = parse_uuid(frame, "id"), parse_uuid(frame, "turn_id")
    if frame["type"] == "edit":
        return EditMessage(*ids, parse_content(frame.get("content")))
    action = parse_action(frame.get("action_type")) if frame["type"] == "correct" else None
    return RunAgain(*ids, action, parse_model(frame.get("model")))


def parse_content(content: object, field: str = "content") -> str:
    """Validate a message's text.

    Raises InvalidInput if it is blank or no text, TooLarge if it is too long.
    """
    if not isinstance(content, str):
        raise InvalidInput.of(field, f"A message is text. Send it as '{field}'.")
    if not content.strip():
        raise InvalidInput.of(field, "Message cannot be empty.")
    if len(content) > MAX_MESSAGE:
        raise TooLarge(f"A message is at most {MAX_MESSAGE:,} characters; this one has {len(content):,}.")
    if "\x00" in content:
        raise InvalidInput.of(field, "A message cannot hold NUL characters.")
    try:
        content.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput.of(field, "A message must be valid Unicode.") from error
    return content


def parse_attachments(value: object) -> tuple[UUID, ...]:
    """Return the ids of a message's files, each once. Raises InvalidInput for malformed or too many ids."""
    if not isinstance(value, list) or len(value) > MAX_ATTACHMENTS:
        raise InvalidInput.of(
            "attachments", f"attachments is a list of at most {MAX_ATTACHMENTS} ids of files."
        )
    try:
        return tuple(dict.fromkeys(UUID(str(one)) for one in value))
    except ValueError as error:
        raise InvalidInput.of(
            "attachments", "attachments must be UUIDs, as /api/v1/files/ has given them."
        ) from error


def parse_model(value: object) -> str | None:
    """Return the role string of a model, or None if there is none. Raises InvalidInput."""
    if value is None or (isinstance(value, str) and len(value) <= MAX_MODEL and "\x00" not in value):
        return value
    raise InvalidInput.of("model", "model is the id of a model, as GET /api/v1/models/ lists them.")


def parse_action(value: object) -> ActionType:
    """Return an action type by name. Raises InvalidInput naming those that exist."""
    try:
        return ActionType(str(value))
    except ValueError as error:
        raise InvalidInput.of("action_type", f"action_type is one of {', '.join(ActionType)}.") from error


def parse_uuid(frame: Mapping[str, Any], name: str) -> UUID:
    """Return the id in a field. Raises InvalidInput if it is missing or malformed."""
    try:
        return UUID(str(frame[name]))
    except (KeyError, ValueError) as error:
        raise InvalidInput.of(name, f"{name} must be a UUID.") from error


def parse_busy(value: object) -> str:
    """Validate `busy`. Raises InvalidInput."""
    if value not in BUSY:
        raise InvalidInput.of("busy", "busy is enqueue, steer, reject or interrupt.")
    return str(value)


def _after(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidInput.of("after", "after is the seq of the last event you have, 0 or more.")
    return value
