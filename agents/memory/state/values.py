"""The state of an agent in one conversation, in the form of seed 003, section 8.6."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _cut(longest: int) -> BeforeValidator:
    """Cut longer values, marked by an ellipsis, to keep the state small whoever writes it."""

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


# Fields with other names in JSON: those of seed 003.
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
    """Base of all: frozen, refuses unknown fields, and accepts both spellings of its names."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_by_name=True,
        validate_by_alias=True,
        alias_generator=lambda name: _IN_JSON.get(name, name),
    )


class KnownEntity(Value):
    """A thing seen in this conversation: a row of a project, an agent, a skill."""

    id: Id
    kind: Line
    name: Line = ""

    @property
    def key(self) -> str:
        return self.id


class Dependency(Value):
    """A link between two known things."""

    source: Id
    target: Id
    relation: Line = ""

    @property
    def key(self) -> str:
        return f"{self.source}:{self.target}:{self.relation}"


class Assumption(Value):
    """Something assumed, with confidence and reason. Confidence 0 means refuted."""

    id: Id
    hypothesis: Line
    confidence: Confidence = 0.6
    evidence: tuple[Line, ...] = ()


class Expectation(Value):
    """The expected effect of an action. Ids, then type, then count decide whether it occurred."""

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
    """An alternative view, not yet decided."""

    id: Id
    hypothesis: Line
    reason: Line = ""

    @property
    def key(self) -> str:
        return self.id


class StateItem(Value):
    """Something provisional: noted while the person thinks aloud, not yet an entity of a project."""

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
    """The relevant things and their links, those touched last at the end."""

    entities: tuple[KnownEntity, ...] = ()
    dependencies: tuple[Dependency, ...] = ()


class AgentState(Value):
    """The whole state. Entries touched last come last, except assumptions. `MOST` limits each list."""

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
        """Return the ids of outside things that the state has seen."""
        known = self.current_understanding
        return frozenset(
            {one.id for one in known.entities}
            | {end for one in known.dependencies for end in (one.source, one.target)}
            | {one for item in self.items for one in item.related_entity_ids}
            | {one for expected in self.expectations for one in expected.expected_ids}
        )

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON data under the names of seed 003."""
        return self.model_dump(mode="json", by_alias=True)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the state from `to_json`. Empty data gives an empty state."""
        return cls.model_validate(data)


MOST = {
    "entities": 200,
    "dependencies": 200,
    "assumptions": 100,
    "expectations": 50,
    "tentative_hypotheses": 50,
    "items": 100,
}
EVIDENCE = 5  # lines of an assumption's evidence, newest ones
EMPTY = AgentState()
