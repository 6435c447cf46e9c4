"""What a conversation is in the middle of: the open draft, the options offered, the list shown last."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from intent.types import ActionType, Choice, Pending

DraftKind = Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent", "manage_platform"]
_MOST_RESTING = 5
_MOST_RESULTS = 10
RUN_SLOT = "answer"  # what a waiting run asks for
FREE_SLOT = "name"  # the same where any words may be the answer, also those that sound like a new task


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being built or changed: its slots so far, and the slot asked for now.

    `asking` is a slot's name, `start` while it is only proposed, or `confirm` once all is said.
    """

    kind: DraftKind
    slots: Mapping[str, str] = field(default_factory=dict)
    asking: str = ""
    target: str | None = None


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What a task gave, so that 'make that a table' has something to work on (seed 001, previous_results)."""

    task: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def items(self) -> list[dict[str, Any]]:
        """Return the rows as objects."""
        return [dict(zip(self.columns, row, strict=False)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class KeptThing:
    """A project, or a thing in one, as a conversation keeps it in mind: for 'it', and for 'the first one'."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Commission:
    """A change that was asked for and is not made yet: its words, when (ISO 8601), about which project.

    Where it was only thought aloud, `item` is the id under which the agent's state keeps it.
    """

    words: str
    at: str
    project_id: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Kept encrypted with the conversation.

    `resting` are drafts that were left for something else, the one left last at the end. `waiting_run` is the
    id of a run that goes on with the person's answer, `results` what the last tasks gave, the newest last.
    `listed` are the things of projects in the list shown last, `touched` those that were changed or told of
    last, or an event of the calendar, `changed_turns` the ids of the turns that changed projects and can be
    taken back, the newest last.
    """

    draft: Draft | None = None
    pending: Pending | None = None
    resting: tuple[Draft, ...] = ()
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None
    waiting_run: str | None = None
    results: tuple[KeptResult, ...] = ()
    listed: tuple[KeptThing, ...] = ()
    touched: tuple[KeptThing, ...] = ()
    changed_turns: tuple[str, ...] = ()
    commission: Commission | None = None

    def waiting(self, pending: Pending, draft: Draft | None = None) -> "DialogueState":
        """Return the state in which `pending` is asked, about `draft` where there is one."""
        return replace(self, draft=draft, pending=pending)

    def settled(self) -> "DialogueState":
        """Return the state in which nothing is asked and nothing is open."""
        return replace(self, draft=None, pending=None)

    def released(self) -> "DialogueState":
        """Return the settled state in which no run waits for the person either, and no request is open."""
        return replace(self.settled(), waiting_run=None, commission=None)

    @property
    def asks_for_run(self) -> bool:
        """True where the open question is that of the waiting run, and not of something begun since."""
        return bool(self.waiting_run and self.pending and self.pending.slot in (RUN_SLOT, FREE_SLOT))

    def keeping(self, result: KeptResult) -> "DialogueState":
        """Return the state in which a task's result can be referred to; the oldest of ten gives way."""
        return replace(self, results=(*self.results, result)[-_MOST_RESULTS:])

    def at_rest(self) -> "DialogueState":
        """Return the state in which nothing is asked; a draft being built is kept among the resting."""
        kept = (self.draft,) if self.draft and self.draft.kind in ("create_agent", "create_skill") else ()
        return replace(self.settled(), resting=(self.resting + kept)[-_MOST_RESTING:])

    def taken_up(self) -> "DialogueState":
        """Return the state in which the draft left last is open again, if nothing else is."""
        if self.draft or not self.resting:
            return self
        return replace(self, draft=self.resting[-1], resting=self.resting[:-1])

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "DialogueState":
        """Return the state that `to_dict` gave; empty data is an empty state."""
        return cls(
            draft=Draft(**data["draft"]) if data.get("draft") else None,
            pending=_pending(data["pending"]) if data.get("pending") else None,
            resting=tuple(Draft(**draft) for draft in data.get("resting", ())),
            shown_agents=tuple(data.get("shown_agents", ())),
            last_agent=data.get("last_agent"),
            waiting_run=data.get("waiting_run"),
            results=tuple(_result(result) for result in data.get("results", ())),
            listed=tuple(KeptThing(**thing) for thing in data.get("listed", ())),
            touched=tuple(KeptThing(**thing) for thing in data.get("touched", ())),
            changed_turns=tuple(data.get("changed_turns", ())),
            commission=Commission(**data["commission"]) if data.get("commission") else None,
        )


def _result(data: Mapping[str, Any]) -> KeptResult:
    return KeptResult(data["task"], tuple(data["columns"]), tuple(tuple(row) for row in data["rows"]))


def _pending(data: Mapping[str, Any]) -> Pending:
    choices = tuple(
        Choice(**{**choice, "action_type": ActionType(choice["action_type"])}) for choice in data["choices"]
    )
    return Pending(**{**data, "action_type": ActionType(data["action_type"]), "choices": choices})
