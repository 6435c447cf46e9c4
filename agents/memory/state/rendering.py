"""Renders a state as lines for a model, within a budget: provisional items first, then facts."""

from collections.abc import Iterator

from agents.memory.state.values import AgentState
from omniforge.llm.tokens import count


def render_state(state: AgentState, limit: int, *, ids: bool = True) -> str:
    """Return the state in at most `limit` tokens, the newest of each kind first, empty if nothing is known.

    Without `ids` only names are given, which tools accept, and links to unnamed things are left out.
    Refuted assumptions and settled items are left out. It is data: fence it before a model reads it.
    """
    lines = list[str]()
    for line in _lines(state, ids):
        size = count(line) + 1
        if size > limit:
            break
        lines.append(line)
        limit -= size
    return "\n".join(lines)


def _lines(state: AgentState, ids: bool) -> Iterator[str]:
    for item in reversed(state.items):
        if item.status == "active":
            yield f"open {item.kind} [{item.id}]: {item.title}{_more(item.details)}"
    for expected in reversed(state.expectations):
        if expected.status != "confirmed":
            state_of = "not come about" if expected.status == "failed" else "expected"
            yield f"{state_of} of '{expected.action}': {expected.expected_outcome}"
    for assumed in reversed(state.assumptions):
        if assumed.confidence > 0:
            yield f"assumed ({assumed.confidence:.0%}) [{assumed.id}]: {assumed.hypothesis}"
    for idea in reversed(state.tentative_hypotheses):
        yield f"perhaps [{idea.id}]: {idea.hypothesis}{_more(idea.reason)}"
    yield from _known(state, ids)


def _known(state: AgentState, ids: bool) -> Iterator[str]:
    names = {one.id: one.name for one in state.current_understanding.entities if one.name}
    for entity in reversed(state.current_understanding.entities):
        named = entity.name or "without a name"
        yield f"known {entity.kind}: {named}" + (f" ({entity.id})" if ids or not entity.name else "")
    for link in reversed(state.current_understanding.dependencies):
        if ids or {link.source, link.target} <= names.keys():
            ends = names.get(link.source, link.source), names.get(link.target, link.target)
            yield f"{ends[0]} {link.relation or 'is linked to'} {ends[1]}"


def _more(text: str) -> str:
    return f" ({text})" if text else ""
