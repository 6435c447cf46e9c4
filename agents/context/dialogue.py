"""What a conversation is in the middle of: a stack of what is open, and what short words may point at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import orjson
from pydantic import TypeAdapter, ValidationError

from agents.context.kept import Idea, KeptResult, KeptThing
from agents.context.open import (
    Draft,
    Open,
    OpenChoice,
    OpenDraft,
    OpenRun,
    beneath,
    formerly_open,
    gives_way,
    left_open,
)
from intent.types import Pending

_MOST_OPEN = 6
_MOST_RESULTS = 10
_LONGEST_TRAIL = 20  # things
Did = Literal["told", "listed_agents", "changed", "arranged", "undone", "missed"]


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Kept encrypted with the conversation."""

    open: tuple[Open, ...] = ()  # waits for the person, the newest last: that is what they answer
    idea: Idea | None = None
    results: tuple[KeptResult, ...] = ()  # of the last tasks, the newest last
    found_tools: tuple[str, ...] = ()  # rare ones that were looked for: they stay offered

    # -- what the last turn came to
    did: Did = "told"
    undone_in: str = ""  # the turn that took a change back
    arranged: tuple[tuple[str, int, int], ...] = ()  # changed agents: id, version before and after

    # -- what 'it' and 'the second one' mean
    at_hand: str = ""  # an "agent" or a "thing"
    listed: tuple[KeptThing, ...] = ()  # things of projects, in the list shown last
    touched: tuple[KeptThing, ...] = ()  # changed or told of last, events too
    trail: tuple[KeptThing, ...] = ()  # changed by this turn and those right before it, the newest last
    changed_turns: tuple[str, ...] = ()  # whose changes of projects can be taken back, the newest last
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None
    last_command: str = ""  # the last change of an agent or the workspace, by its name
    last_words: str = ""  # and in words, for 'the same for that one'

    @property
    def top(self) -> Open | None:
        """What an answer would be an answer to."""
        return self.open[-1] if self.open else None

    @property
    def pending(self) -> Pending | None:
        """The open question."""
        return self.top.pending if self.top else None

    @property
    def draft(self) -> Draft | None:
        """The draft that is asked about now."""
        return self.top.draft if isinstance(self.top, OpenDraft) else None

    @property
    def waiting_run(self) -> str | None:
        """The id of the run that waits for the person, the newest one."""
        return next((one.run_id for one in reversed(self.open) if isinstance(one, OpenRun)), None)

    @property
    def asks_for_run(self) -> bool:
        """True where the open question is that of a waiting run, and not of something begun since."""
        return isinstance(self.top, OpenRun)

    def opened(self, one: Open) -> "DialogueState":
        """Return the state in which `one` is asked; it replaces what is open of the same thing."""
        kept = [beneath(other, one) for other in self.open if not gives_way(other, one)]
        did: Did = "told" if isinstance(one, OpenDraft) else self.did
        return replace(self, open=(*kept, one)[-_MOST_OPEN:], did=did)

    def closed(self, one: Open | None = None) -> "DialogueState":
        """Return the state in which `one`, or what was opened last, is settled."""
        gone = one or self.top
        return replace(self, open=tuple(other for other in self.open if other != gone))

    def taken_up(self) -> "DialogueState":
        """Return the state in which a draft that was left is asked about again, if it is the newest."""
        top = self.top
        return self.opened(replace(top, left=False)) if isinstance(top, OpenDraft) else self

    def waiting(self, pending: Pending) -> "DialogueState":
        """Return the state in which a choice is offered."""
        return self.opened(OpenChoice(pending))

    def gone_on(self) -> "DialogueState":
        """Return the state after another message: what was offered is over, the rest stays open."""
        kept = (one for one in self.open if not isinstance(one, OpenChoice))
        return replace(self, open=tuple(left_open(one) for one in kept), did="told")

    def missed(self) -> "DialogueState":
        """Return the state after a message of which nothing was done: an order behind it is no late yes."""
        return replace(self, open=tuple(map(left_open, self.open)), did="missed")

    @property
    def waiting_runs(self) -> tuple[str, ...]:
        """The ids of all runs that wait for the person, the newest last."""
        return tuple(one.run_id for one in self.open if isinstance(one, OpenRun))

    def without_run(self, run_id: str) -> "DialogueState":
        """Return the state in which this run waits no more."""
        left = tuple(one for one in self.open if not (isinstance(one, OpenRun) and one.run_id == run_id))
        return replace(self, open=left)

    def keeping(self, result: KeptResult) -> "DialogueState":
        """Return the state in which a task's result can be referred to; the oldest of ten gives way."""
        return replace(self, results=(*self.results, result)[-_MOST_RESULTS:])

    def trailed(self, touched: Sequence[KeptThing]) -> "DialogueState":
        """Return the state in which what a turn changed follows what the turns right before it changed."""
        before = tuple(one for one in self.trail if one not in touched)
        return replace(self, trail=(*before, *touched)[-_LONGEST_TRAIL:] if self.did == "changed" else ())

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return cast("dict[str, Any]", orjson.loads(orjson.dumps(self)))  # a tenth of what asdict() takes

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DialogueState":
        """Return the state that `to_dict` gave; an empty one of nothing, or of a form that is gone."""
        try:
            return _STATE.validate_python({"open": formerly_open(data), **data})
        except ValidationError:
            return cls()


_STATE = TypeAdapter(DialogueState)
