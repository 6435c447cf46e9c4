"""What is open in a conversation: a draft, a choice, a run that waits. An answer is one to the newest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from intent.types import Pending

DraftKind = Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent", "manage_platform"]
RUN_SLOT = "answer"  # what a waiting run asks for
Expects = Literal["words", "choice", "yes", "approval"]


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


Open = Annotated[OpenDraft | OpenChoice | OpenRun, Field(discriminator="type")]


def left_open(one: Open) -> Open:
    return replace(one, left=True) if isinstance(one, OpenRun) else one


def beneath(one: Open, newer: Open) -> Open:
    """Return what was open below something newer: another draft is left for a new one."""
    both = isinstance(one, OpenDraft) and isinstance(newer, OpenDraft)
    return replace(one, left=True) if both and isinstance(one, OpenDraft) else one


def gives_way(one: Open, newer: Open) -> bool:
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


def formerly_open(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return what was open as it was stored formerly: one question, about a draft or a run."""
    pending, draft, run_id = (data.get(name) for name in ("pending", "draft", "waiting_run"))
    if pending and draft:
        return [{"type": "draft", "draft": draft, "pending": pending}]
    if pending and run_id:
        return [{"type": "run", "run_id": run_id, "pending": pending}]
    return [{"type": "choice", "pending": pending}] if pending else []
