"""The person's facts in a conversation, stored as notes in the agent's state, newest last."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from agents.memory.state.updates import AddItem, ItemPatch, ItemUpdate, UpdateItem
from agents.memory.state.values import AgentState, StateItem
from intent.statements.facts import statements_in
from intent.statements.from_replies import facts_by_reply
from intent.statements.statement import Statement, about, replaces

_PREFIX = "fact-"


def facts_of(state: AgentState) -> tuple[str, ...]:
    """Return the valid facts, oldest first."""
    return tuple(item.title for item in _items(state))


def without_facts(state: AgentState) -> AgentState:
    """Return the state without notes of facts, which a model is given separately."""
    others = tuple(item for item in state.items if not item.id.startswith(_PREFIX))
    return state.model_copy(update={"items": others})


def note_facts(state: AgentState, message: str, at: datetime, reply: str = "") -> Iterator[ItemUpdate]:
    """Yield notes of the facts in a message. An older note that it corrects is settled.

    The `reply` shows what happened to 'no, it's green'.
    """
    known = {item.title: item for item in _items(state)}
    stated = statements_in([*known, "", *facts_by_reply(message, reply)])
    left = {fact.text for fact in stated}
    for fact in statements_in([*known]):
        if fact.text in known and fact.text not in left:
            yield UpdateItem(id=known[fact.text].id, patch=ItemPatch(status="resolved", updated_at=at))
    for fact in stated:
        if fact.text in known:
            continue
        for item in known.values():
            if replaces(fact, Statement(item.title, about(item.title))):
                yield UpdateItem(id=item.id, patch=ItemPatch(status="resolved", updated_at=at))
        yield AddItem(item=_item(fact, at))


def _items(state: AgentState) -> list[StateItem]:
    return [item for item in state.items if item.id.startswith(_PREFIX) and item.status == "active"]


def _item(fact: Statement, at: datetime) -> StateItem:
    digest = hashlib.sha256(fact.text.encode()).hexdigest()[:16]
    return StateItem(id=f"{_PREFIX}{digest}", kind="note", title=fact.text, created_at=at, updated_at=at)
