"""What a conversation is in the middle of: a stack of what is open, and what short words may point at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import orjson

from intent.types import ActionType, Choice, Pending

DraftKind = Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent", "manage_platform"]
_MOST_OPEN = 6
_MOST_RESULTS = 10
_LONGEST_TRAIL = 20  # things
RUN_SLOT = "answer"  # what a waiting run asks for
Expects = Literal["words", "choice", "yes", "approval"]
Did = Literal["told", "listed_agents", "changed", "arranged", "undone", "missed"]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being built or changed: its slots so far, and the slot asked for now.

    `asking` is a slot's name, `start` while it is only proposed, or `confirm` once all is said. `id` tells
    drafts of a kind apart.
    """

    kind: DraftKind
    slots: Mapping[str, str] = field(default_factory=dict)
    asking: str = ""
    target: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A form that is being filled. `repeated`: its question was said again.

    `left`: the talk has gone on to other things, so that it takes nothing until it is asked for by name.
    """

    draft: Draft
    pending: Pending
    repeated: bool = False
    left: bool = False
    type: Literal["draft"] = "draft"

    @property
    def is_offer(self) -> bool:
        """True where nobody has said yet that it is wanted."""
        return self.draft.asking == "start"


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A question with choices to pick from."""

    pending: Pending
    type: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that goes on with an answer: `expects` says of which sort, `about` names its command.

    `calls` are the identities of the calls that wait for a yes, each as its tool and its subject, `subjects`
    the titles of what they would change.
    `left`: something else was talked about since, so that not just any words are taken for the answer.
    """

    run_id: str
    pending: Pending
    expects: Expects = "words"
    about: str = ""
    left: bool = False
    calls: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    type: Literal["run"] = "run"


Open = OpenDraft | OpenChoice | OpenRun
_OPEN: Mapping[str, type[Open]] = {"draft": OpenDraft, "choice": OpenChoice, "run": OpenRun}


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What a task gave, so that 'make that a table' has something to work on.

    `source` is the id of the file that it was worked out of, `units` what its columns are measured in. A
    `summary` is of sums, out of which no others are made. `ref` is the id of the result that holds all rows,
    `of` that of the whole table out of which these were chosen. Of what a
    search found, an `is_search`, a column may be asked for that nothing is known of. `format` is what the
    table was given in, as it stands: xlsx, csv or table; empty for what only answers a question.
    """

    task: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str = ""
    units: tuple[str, ...] = ()
    summary: bool = False
    ref: str = ""
    of: str = ""
    is_search: bool = False
    format: str = ""

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
class Idea:
    """A change that was only thought aloud: its words, when (ISO 8601), about which project.

    `id` is that under which the agent's state keeps it.
    """

    words: str
    at: str
    project_id: str
    id: str


@dataclass(frozen=True, slots=True)
class DialogueState:
    """Everything that a short answer may refer to. Kept encrypted with the conversation.

    `open` is what waits for the person, the newest last: an answer is one to the last of them. `results` is
    what the last tasks gave, the newest last. `listed` are the things of projects in the list shown last,
    `touched` those that were changed or told of last, or an event of the calendar, `trail` those that were
    changed by this turn and those right before it, the newest last, `changed_turns` the ids of
    the turns that changed projects and can be taken back, the newest last. `last_words` are those of the last
    change of an agent or the workspace, for 'the same for that one', and `last_command` is its name.
    `did` is what the last turn came to: it told of something, listed agents, changed a project, changed the
    agents `arranged` (id, version before and after), took a change back (in the turn `undone_in`), or
    missed: nothing was understood, found or allowed, so that 'that' and 'it' are none of what was before.
    `at_hand` is what 'it' means, an "agent" or a "thing". `found_tools` are rare tools that were looked for:
    they stay offered.
    """

    open: tuple[Open, ...] = ()
    shown_agents: tuple[str, ...] = ()
    last_agent: str | None = None
    last_words: str = ""
    last_command: str = ""
    results: tuple[KeptResult, ...] = ()
    listed: tuple[KeptThing, ...] = ()
    touched: tuple[KeptThing, ...] = ()
    trail: tuple[KeptThing, ...] = ()
    changed_turns: tuple[str, ...] = ()
    idea: Idea | None = None
    found_tools: tuple[str, ...] = ()
    at_hand: str = ""
    did: Did = "told"
    undone_in: str = ""
    arranged: tuple[tuple[str, int, int], ...] = ()

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
        kept = [_beneath(other, one) for other in self.open if not _gives_way(other, one)]
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
        return replace(self, open=tuple(_left(one) for one in kept), did="told")

    def missed(self) -> "DialogueState":
        """Return the state after a message of which nothing was done: an order behind it is no late yes."""
        return replace(self, open=tuple(map(_left, self.open)), did="missed")

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
        """Return the state that `to_dict` gave; empty data is an empty state."""
        return cls(
            open=tuple(_open(one) for one in data.get("open", _formerly_open(data))),
            shown_agents=tuple(data.get("shown_agents", ())),
            last_agent=data.get("last_agent"),
            last_words=data.get("last_words", ""),
            last_command=data.get("last_command", ""),
            results=tuple(_result(result) for result in data.get("results", ())),
            listed=tuple(KeptThing(**thing) for thing in data.get("listed", ())),
            touched=tuple(KeptThing(**thing) for thing in data.get("touched", ())),
            trail=tuple(KeptThing(**thing) for thing in data.get("trail", ())),
            changed_turns=tuple(data.get("changed_turns", ())),
            idea=Idea(**data["idea"]) if data.get("idea") else None,
            found_tools=tuple(data.get("found_tools", ())),
            at_hand=data.get("at_hand", ""),
            did=data.get("did", "told"),
            undone_in=data.get("undone_in", ""),
            arranged=tuple((one, before, after) for one, before, after in data.get("arranged", ())),
        )


def _left(one: Open) -> Open:
    return replace(one, left=True) if isinstance(one, OpenRun) else one


def _beneath(one: Open, newer: Open) -> Open:
    """Return what was open below something newer: another draft is left for a new one."""
    both = isinstance(one, OpenDraft) and isinstance(newer, OpenDraft)
    return replace(one, left=True) if both and isinstance(one, OpenDraft) else one


def _gives_way(one: Open, newer: Open) -> bool:
    """Return whether what was open ends with something newer: the same thing before, or an offer untaken."""
    untaken = isinstance(one, OpenDraft) and one.is_offer and isinstance(newer, OpenDraft)
    return untaken or _is_same(one, newer)


def _is_same(one: Open, other: Open) -> bool:
    """Return whether one replaces the other: a draft its former state, a command its own question."""
    if isinstance(one, OpenDraft) and isinstance(other, OpenDraft):
        return one.draft.kind == other.draft.kind and one.draft.id == other.draft.id
    if isinstance(one, OpenRun) and isinstance(other, OpenRun):
        if "approval" in (one.expects, other.expects):  # each call is decided on by itself
            return one.run_id == other.run_id or bool(one.calls and set(one.calls) <= set(other.calls))
        return one.run_id == other.run_id or bool(one.about and one.about == other.about)
    return isinstance(one, OpenChoice) and isinstance(other, OpenChoice)


def _result(data: Mapping[str, Any]) -> KeptResult:
    rows = tuple(tuple(row) for row in data["rows"])
    more = {
        name: data[name] for name in ("source", "summary", "ref", "of", "is_search", "format") if name in data
    }
    return KeptResult(data["task"], tuple(data["columns"]), rows, units=tuple(data.get("units", ())), **more)


def _open(data: Mapping[str, Any]) -> Open:
    fields = {**data, "pending": _pending(data["pending"])}
    if data["type"] == "draft":
        fields["draft"] = Draft(**data["draft"])
    if data["type"] == "run":
        fields |= {name: tuple(data.get(name, ())) for name in ("calls", "subjects")}
    return _OPEN[data["type"]](**fields)


def _pending(data: Mapping[str, Any]) -> Pending:
    choices = tuple(
        Choice(**{**choice, "action_type": ActionType(choice["action_type"])}) for choice in data["choices"]
    )
    return Pending(**{**data, "action_type": ActionType(data["action_type"]), "choices": choices})


def _formerly_open(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return what was open as it was stored formerly: one question, about a draft or a run."""
    pending, draft, run_id = (data.get(name) for name in ("pending", "draft", "waiting_run"))
    if pending and draft:
        return [{"type": "draft", "draft": draft, "pending": pending}]
    if pending and run_id:
        return [{"type": "run", "run_id": run_id, "pending": pending}]
    return [{"type": "choice", "pending": pending}] if pending else []
