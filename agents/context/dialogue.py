"""The state of a dialogue: a stack of open things, and the referents of short words."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import orjson
from pydantic import TypeAdapter, ValidationError

from agents.context.agent_changes import AgentChange
from agents.context.open import (
    Draft,
    Open,
    OpenChoice,
    OpenDraft,
    OpenRun,
    beneath,
    is_superseded_by,
    left_open,
)
from agents.context.stored import Idea, KeptResult, KeptThing
from intent.types import Pending

logger = logging.getLogger(__name__)

_MOST_OPEN = 6
_MOST_RESULTS = 10
_LONGEST_TRAIL = 20  # things
Did = Literal["told", "listed_agents", "changed", "arranged", "undone", "missed"]


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Stored encrypted with the conversation."""

    open: tuple[Open, ...] = ()  # wait for the person, the newest last, which is the one they answer
    dropped: OpenDraft | None = None  # the last one, which may be taken up again
    idea: Idea | None = None
    results: tuple[KeptResult, ...] = ()  # of the last tasks, newest last
    found_tools: tuple[str, ...] = ()  # rare tools found by a search; they stay offered

    # -- the result of the last turn
    did: Did = "told"
    undone_in: str = ""  # the turn that undid a change
    agent_changes: tuple[AgentChange, ...] = ()  # that can be undone, newest last
    undone_agents: tuple[AgentChange, ...] = ()  # by the newest change, which reverted them

    # -- referents of 'it' and 'the second one'
    at_hand: str = ""  # an "agent", a "thing", or a "file" that was attached
    listed: tuple[KeptThing, ...] = ()  # things of projects in the last list
    touched: tuple[KeptThing, ...] = ()  # changed or shown last, including events
    trail: tuple[KeptThing, ...] = ()  # changed by this turn and those right before it, newest last
    changed_turns: tuple[str, ...] = ()  # turns whose project changes can be undone, newest last
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None
    last_command: str = ""  # the last change of an agent or the workspace, by its name
    last_words: str = ""  # and its words, for 'the same for that one'

    @property
    def top(self) -> Open | None:
        """Return the entry that an answer belongs to."""
        return self.open[-1] if self.open else None

    @property
    def pending(self) -> Pending | None:
        """Return the open question."""
        return self.top.pending if self.top else None

    @property
    def draft(self) -> Draft | None:
        """Return the draft being asked about."""
        return self.top.draft if isinstance(self.top, OpenDraft) else None

    @property
    def waiting_run(self) -> str | None:
        """Return the id of the newest run that waits for the person."""
        return next((one.run_id for one in reversed(self.open) if isinstance(one, OpenRun)), None)

    @property
    def asks_for_run(self) -> bool:
        """Return whether the open question is a waiting run's, and not that of something begun since."""
        return isinstance(self.top, OpenRun)

    def opened(self, one: Open) -> "DialogueState":
        """Return the state with `one` open. It replaces an open entry for the same thing."""
        kept = [beneath(other, one) for other in self.open if not is_superseded_by(other, one)]
        did: Did = "told" if isinstance(one, OpenDraft) else self.did
        return replace(self, open=(*kept, one)[-_MOST_OPEN:], did=did)

    def closed(self, one: Open | None = None) -> "DialogueState":
        """Return the state with `one`, or the newest entry, closed."""
        gone = one or self.top
        return replace(self, open=tuple(other for other in self.open if other != gone))

    def taken_up(self) -> "DialogueState":
        """Return the state with an abandoned draft asked about again, if it is the newest entry."""
        top = self.top
        return self.opened(replace(top, left=False)) if isinstance(top, OpenDraft) else self

    def waiting(self, pending: Pending) -> "DialogueState":
        """Return the state with a choice offered."""
        return self.opened(OpenChoice(pending))

    def gone_on(self) -> "DialogueState":
        """Return the state after another message: offers are over, all else stays open."""
        kept = (one for one in self.open if not isinstance(one, OpenChoice))
        return replace(self, open=tuple(left_open(one) for one in kept), did="told")

    def missed(self) -> "DialogueState":
        """Return the state after a message that did nothing, so that a later order is no belated yes."""
        return replace(self, open=tuple(map(left_open, self.open)), did="missed")

    @property
    def waiting_runs(self) -> tuple[str, ...]:
        """Return the ids of all runs that wait for the person, newest last."""
        return tuple(one.run_id for one in self.open if isinstance(one, OpenRun))

    def without_run(self, run_id: str) -> "DialogueState":
        """Return the state without this waiting run."""
        left = tuple(one for one in self.open if not (isinstance(one, OpenRun) and one.run_id == run_id))
        return replace(self, open=left)

    def keeping(self, result: KeptResult) -> "DialogueState":
        """Return the state with a task's result to refer to. At most ten are kept."""
        return replace(self, results=(*self.results, result)[-_MOST_RESULTS:])

    def trailed(self, touched: Sequence[KeptThing]) -> "DialogueState":
        """Return the state with a turn's changed things appended to those of the turns right before."""
        before = tuple(one for one in self.trail if one not in touched)
        return replace(self, trail=(*before, *touched)[-_LONGEST_TRAIL:] if self.did == "changed" else ())

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON data."""
        return cast("dict[str, Any]", orjson.loads(orjson.dumps(self)))  # takes a tenth of asdict()'s time

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DialogueState":
        """Return the state from `to_dict`, an empty one if the data is missing or invalid."""
        try:
            return _STATE.validate_python(data)
        except ValidationError as error:
            if data:
                logger.warning("a stored dialogue cannot be read and begins anew: %s", _fields(error))
            return cls()


def _fields(error: ValidationError) -> str:
    """Return the names of the invalid fields, without their values, which may be secret."""
    return ", ".join(sorted({str(one["loc"][0]) for one in error.errors() if one["loc"]}))


_STATE = TypeAdapter(DialogueState)
