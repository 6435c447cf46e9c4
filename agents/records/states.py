"""The state of a run: its transcript, and what it waits for. Another process can resume it."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, TypeAdapter, ValidationError

from omniforge.llm.types import ChatMessage, ToolRequest

logger = logging.getLogger(__name__)

OTHER_TURNS = UUID(int=0)  # marks messages of other turns during a run's wait
UNDECIDED = (
    "This call waits for the person, who sees it and decides; it is not made yet. Go on with the rest, and "
    "write what the other calls gave. What you give to finish is shown once this is approved as written; "
    "without finish you hear of the decision then."
)  # replaces the result of a call that waits while the model goes on with the others


@dataclass(frozen=True, slots=True)
class Transcript:
    """The messages exchanged with the model.

    The run's own part begins at `own_from`, after its opening. `turns` lists the index of each turn's first
    message, in order. OTHER_TURNS marks messages that are only quoted.
    """

    messages: tuple[ChatMessage, ...] = ()
    own_from: int = 0
    turns: tuple[tuple[UUID, int], ...] = ()

    def of_turns(self) -> dict[UUID, tuple[ChatMessage, ...]]:
        """Return each turn's messages."""
        ends = [start for _, start in self.turns[1:]] + [len(self.messages)] * bool(self.turns)
        return {turn: self.messages[start:end] for (turn, start), end in zip(self.turns, ends, strict=True)}

    def own(self) -> "Transcript":
        """Return only the run's own messages."""
        turns = tuple((turn, start - self.own_from) for turn, start in self.turns)
        return Transcript(self.messages[self.own_from :], 0, turns)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A running or finished run: its calls and messages."""

    transcript: Transcript
    kind: Literal["recorded"] = "recorded"


@dataclass(frozen=True, slots=True)
class WaitingForAnswer:
    """A model has asked the person. `open` are the requests without a result, including the question."""

    transcript: Transcript
    open: tuple[ToolRequest, ...]
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class WaitingForApproval:
    """A model's calls wait for decisions. `open` are the requests without a result."""

    transcript: Transcript
    open: tuple[ToolRequest, ...]
    approvals: tuple[UUID, ...]
    kind: Literal["approval"] = "approval"


@dataclass(frozen=True, slots=True)
class WaitingInCommands:
    """The commands of `message` from index `done` wait for the answer to `asked`, or for decisions.

    `expects` is the sort of answer, `names` are the choices, `places` tell them apart, `about` names the
    asking command, `subjects` are the titles of what it would change. `ahead` are the later commands
    already done.
    """

    message: str
    done: int
    answers: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    approvals: tuple[UUID, ...] = ()
    expects: Literal["words", "choice", "yes", "approval"] = "words"
    about: str = ""
    subjects: tuple[str, ...] = ()
    ahead: tuple[int, ...] = ()
    kind: Literal["commands"] = "commands"


RunState = Recorded | WaitingForAnswer | WaitingForApproval | WaitingInCommands
_STATE: TypeAdapter[RunState] = TypeAdapter(Annotated[RunState, Field(discriminator="kind")])


def to_json(state: RunState) -> dict[str, Any]:
    stored: dict[str, Any] = _STATE.dump_python(state, mode="json")
    return stored


def read_state(stored: Mapping[str, Any]) -> RunState | None:
    """Return the state from `to_json`, or None if there is none, or its format is obsolete."""
    try:
        return _STATE.validate_python(stored) if stored else None
    except ValidationError as error:
        logger.warning("a run is not resumed, as its state cannot be read: %s", error.errors()[0]["type"])
        return None


def approvals_of(state: RunState | None) -> Sequence[UUID]:
    """Return the approvals that a run waits for."""
    waits = isinstance(state, WaitingForApproval | WaitingInCommands)
    return state.approvals if waits else ()  # type: ignore[union-attr]


def transcript_of(state: RunState | None) -> Transcript:
    """Return the transcript so far. Empty for a run by rules."""
    if isinstance(state, Recorded | WaitingForAnswer | WaitingForApproval):
        return state.transcript
    return Transcript()


def unanswered_requests(messages: Sequence[ChatMessage]) -> list[ToolRequest]:
    """Return the requests that have no result yet."""
    answers = {one.answers for one in messages if one.answers and not one.content.startswith(UNDECIDED)}
    return [request for one in messages for request in one.requests if request.id not in answers]
