"""Open entries of a conversation: a draft, a choice, a waiting run. An answer goes to the newest."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from intent.types import Pending

DraftKind = Literal["create_agent", "update_agent", "create_skill", "add_skill_to_agent", "manage_platform"]
RUN_SLOT = "answer"  # the slot of a waiting run's question
Expects = Literal["words", "choice", "yes", "approval"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Something being built or changed: its slots so far, and the slot asked for now.

    `asking` is a slot's name, `start` while it is only proposed, or `confirm` once all slots are filled.
    `id` tells drafts of a kind apart.
    """

    kind: DraftKind
    slots: Mapping[str, str] = field(default_factory=dict)
    asking: str = ""
    target: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A form being filled. `repeated`: its question was asked again.

    `left`: the talk has moved on, so that it takes no answers until it is named.
    """

    draft: Draft
    pending: Pending
    repeated: bool = False
    left: bool = False
    type: Literal["draft"] = "draft"

    @property
    def is_offer(self) -> bool:
        """Return whether nobody has accepted it yet."""
        return self.draft.asking == "start"


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A question with choices to pick from."""

    pending: Pending
    type: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that resumes with an answer: `expects` is the sort of answer, `about` names its command.

    `calls` are the signatures of the calls that wait for a yes, as (tool, subject). `subjects` are the
    titles of what they would change.
    `left`: the talk has moved on, so that not just any words count as the answer.
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
    """Return an open entry as it is below a newer one: a draft below another draft becomes `left`."""
    both = isinstance(one, OpenDraft) and isinstance(newer, OpenDraft)
    return replace(one, left=True) if both and isinstance(one, OpenDraft) else one


def is_superseded_by(one: Open, newer: Open) -> bool:
    """Return whether an open entry ends with a newer one: the same thing, or an offer not accepted."""
    untaken = isinstance(one, OpenDraft) and one.is_offer and isinstance(newer, OpenDraft)
    return untaken or _is_same(one, newer)


def _is_same(one: Open, other: Open) -> bool:
    """Return whether one replaces the other: a draft its earlier state, a command its own question."""
    if isinstance(one, OpenDraft) and isinstance(other, OpenDraft):
        return one.draft.kind == other.draft.kind and one.draft.id == other.draft.id
    if isinstance(one, OpenRun) and isinstance(other, OpenRun):
        if "approval" in (one.expects, other.expects):  # each call is decided separately
            return one.run_id == other.run_id or bool(one.calls and set(one.calls) <= set(other.calls))
        return one.run_id == other.run_id or bool(one.about and one.about == other.about)
    return isinstance(one, OpenChoice) and isinstance(other, OpenChoice)
