"""The answer of the model with the role `summary` (seed 003, section 5.4), and its conversion."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from agents.memory.state.expectations import derive_id
from agents.memory.state.updates import (
    AddItem,
    ItemPatch,
    ItemUpdate,
    StateUpdate,
    UnderstandingUpdate,
    UpdateItem,
)
from agents.memory.state.values import (
    AgentState,
    Assumption,
    Dependency,
    Expectation,
    Hypothesis,
    KnownEntity,
    StateItem,
)


class DraftItem(BaseModel):
    """A new provisional item. With an existing item's id, its change."""

    id: str = Field(description="Of an item that there is; empty for a new one.")
    kind: Literal["task", "doc", "note", "idea", "question"]
    title: str
    details: str
    status: Literal["active", "resolved", "discarded"]
    related_entity_ids: list[str]


class DraftEntity(BaseModel):
    """A thing that was mentioned."""

    id: str
    kind: str
    name: str


class DraftLink(BaseModel):
    """A link between two things."""

    from_id: str
    to_id: str
    relation: str


class DraftAssumption(BaseModel):
    """Something assumed, confidence 0 if it turned out wrong."""

    id: str = Field(description="Of an assumption that there is; empty for a new one.")
    hypothesis: str
    confidence: float
    evidence: list[str]


class DraftExpectation(BaseModel):
    """The expected effect of an action. Ids, type and count are empty if unknown."""

    action: str
    expected_outcome: str
    invariant: str
    expected_ids: list[str]
    expected_type: str
    expected_count: int | None


class DraftHypothesis(BaseModel):
    """An alternative view, not yet decided."""

    hypothesis: str
    reason: str


class DraftUpdate(BaseModel):
    """The changes in the state besides its items."""

    entities: list[DraftEntity]
    dependencies: list[DraftLink]
    assumptions: list[DraftAssumption]
    expectations: list[DraftExpectation]
    tentative_hypotheses: list[DraftHypothesis]


class SummaryAnswer(BaseModel):
    """The new summary, and updates of the agent's state."""

    summary: str = Field(description="What was said so far, in plain sentences.")
    facts: list[str] = Field(description="Names, ids, numbers, dates, decisions; one short line each.")
    kept_message_ids: list[str] = Field(description="Messages that must stay word for word.")
    dropped_message_ids: list[str]
    agent_state_item_updates: list[DraftItem]
    agent_state_updates: DraftUpdate

    def item_updates(self, state: AgentState, at: datetime) -> Iterator[ItemUpdate]:
        """Yield the changes of items, never a removal, because a summary may only propose."""
        known: Mapping[str, StateItem] = {item.id: item for item in state.items}
        for draft in self.agent_state_item_updates:
            fields = draft.model_dump(exclude={"id"})
            if draft.id in known:
                yield UpdateItem(id=draft.id, patch=ItemPatch(**fields, updated_at=at))
            elif draft.title.strip():
                item_id = derive_id(draft.kind, draft.title)
                yield AddItem(item=StateItem(id=item_id, **fields, created_at=at, updated_at=at))

    def updates(self) -> StateUpdate:
        """Return the other changes. Whether an expectation was met, only events decide."""
        drafts = self.agent_state_updates
        return StateUpdate(
            current_understanding=UnderstandingUpdate(
                entities=tuple(KnownEntity(**one.model_dump()) for one in drafts.entities if one.id),
                dependencies=tuple(
                    Dependency(source=one.from_id, target=one.to_id, relation=one.relation)
                    for one in drafts.dependencies
                    if one.from_id and one.to_id
                ),
            ),
            assumptions=tuple(_assumption(one) for one in drafts.assumptions if one.hypothesis.strip()),
            expectations=tuple(_expectation(one) for one in drafts.expectations if one.action.strip()),
            tentative_hypotheses=tuple(
                Hypothesis(id=derive_id(one.hypothesis), **one.model_dump())
                for one in drafts.tentative_hypotheses
                if one.hypothesis.strip()
            ),
        )


def _assumption(draft: DraftAssumption) -> Assumption:
    return Assumption(**{**draft.model_dump(), "id": draft.id or derive_id(draft.hypothesis)})


def _expectation(draft: DraftExpectation) -> Expectation:
    given = draft.model_dump() | {"expected_ids": tuple(one for one in draft.expected_ids if one)}
    return Expectation(id=derive_id(draft.action, draft.expected_outcome), **given)
