"""The state of an agent in one conversation, in the shape and with the names of seed 003, section 8.6."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _cut(longest: int) -> BeforeValidator:
    """Cut what is longer, as an ellipsis shows, so that the state stays small whoever writes it."""

    def cut(text: Any) -> Any:
        too_long = isinstance(text, str) and len(text) > longest
        return f"{text[: longest - 1]}…" if too_long else text

    return BeforeValidator(cut)


Id = Annotated[str, Field(min_length=1), _cut(80)]
Line = Annotated[str, _cut(300)]
Details = Annotated[str, _cut(1_000)]
Confidence = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(lambda v: _bounded(v))]
ItemKind = Literal["task", "doc", "note", "idea", "question"]
ItemStatus = Literal["active", "resolved", "discarded"]


def _bounded(value: Any) -> Any:
    return min(1.0, max(0.0, value)) if isinstance(value, int | float) else value


# What is called otherwise in JSON: the names of seed 003.
_IN_JSON = {
    "session_id": "sessionId",
    "last_summarized_at": "lastSummarizedAt",
    "related_entity_ids": "relatedEntityIds",
    "created_at": "createdAt",
    "updated_at": "updatedAt",
    "source": "from",
    "target": "to",
    "relation": "rel",
}


class Value(BaseModel):
    """Base of all: frozen, refuses fields that it does not know, and reads its names in both spellings."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_by_name=True,
        validate_by_alias=True,
        alias_generator=lambda name: _IN_JSON.get(name, name),
    )


class KnownEntity(Value):
    """A thing that was seen in this conversation: a row of a project, an agent, a skill."""

    id: Id
    kind: Line
    name: Line = ""

    @property
    def key(self) -> str:
        return self.id


class Dependency(Value):
    """How one known thing is linked to another."""

    source: Id
    target: Id
    relation: Line = ""

    @property
    def key(self) -> str:
        return f"{self.source}:{self.target}:{self.relation}"


class Assumption(Value):
    """Something taken for true, how sure, and why. Confidence 0 means that it has turned out wrong."""

    id: Id
    hypothesis: Line
    confidence: Confidence = 0.6
    evidence: tuple[Line, ...] = ()


class Expectation(Value):
    """What an action should bring about. Ids, then type, then count decide whether it did."""

    id: Id
    action: Line
    expected_outcome: Line
    invariant: Line = ""
    expected_ids: tuple[Id, ...] = ()
    expected_type: Line = ""
    expected_count: int | None = None
    status: Literal["pending", "confirmed", "failed"] = "pending"
    last_checked_at: datetime | None = None

    @property
    def key(self) -> str:
        return f"{self.action}:{self.expected_outcome}"


class Hypothesis(Value):
    """Another way to see it, not yet decided."""

    id: Id
    hypothesis: Line
    reason: Line = ""

    @property
    def key(self) -> str:
        return self.id


class StateItem(Value):
    """Something provisional: noted while the person thinks aloud, and no entity of a project yet."""

    id: Id
    kind: ItemKind
    title: Line
    details: Details = ""
    status: ItemStatus = "active"
    related_entity_ids: tuple[Id, ...] = ()
    created_at: datetime
    updated_at: datetime

    @property
    def key(self) -> str:
        return self.id


class Understanding(Value):
    """The things that matter here and how they hang together, those touched last at the end."""

    entities: tuple[KnownEntity, ...] = ()
    dependencies: tuple[Dependency, ...] = ()


class AgentState(Value):
    """Everything. What was touched last stands last, but assumptions keep their order; `MOST` bounds all."""

    session_id: str = ""
    current_understanding: Understanding = Understanding()
    assumptions: tuple[Assumption, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    tentative_hypotheses: tuple[Hypothesis, ...] = ()
    items: tuple[StateItem, ...] = ()
    last_summarized_at: datetime | None = None

    @property
    def is_empty(self) -> bool:
        return not (
            self.current_understanding.entities
            or self.current_understanding.dependencies
            or self.assumptions
            or self.expectations
            or self.tentative_hypotheses
            or self.items
        )

    @property
    def ids(self) -> frozenset[str]:
        """The ids of things outside the state that it has seen."""
        known = self.current_understanding
        return frozenset(
            {one.id for one in known.entities}
            | {end for one in known.dependencies for end in (one.source, one.target)}
            | {one for item in self.items for one in item.related_entity_ids}
            | {one for expected in self.expectations for one in expected.expected_ids}
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data under the names of seed 003."""
        return self.model_dump(mode="json", by_alias=True)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the state that `to_json` gave; empty data is an empty state."""
        return cls.model_validate(data)


MOST = {
    "entities": 200,
    "dependencies": 200,
    "assumptions": 100,
    "expectations": 50,
    "tentative_hypotheses": 50,
    "items": 100,
}
EVIDENCE = 5  # lines that an assumption keeps, the newest
EMPTY = AgentState()
