"""A run stops to wait for a person, with what it goes on from: JSON data that another process can read."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from agents.events import TextDelta
from agents.runs.context import RunContext
from agents.runs.outcome import Outcome
from omniforge.llm.types import ChatMessage, ToolRequest

DECIDE = "I need your decision before I go on."


def wait_for_person(run: RunContext, outcome: Outcome, question: str, state: dict[str, Any]) -> None:
    """Wait for a person's answer, or for their decision on the calls that need one."""
    if run.waiting:
        state = {**state, "approvals": [str(one) for one in run.waiting]}
        run.channel.send(TextDelta(f"\n\n{DECIDE}" if outcome.text else DECIDE))
    outcome.wait(question, state)


def to_state(messages: Sequence[ChatMessage], unanswered: Sequence[ToolRequest]) -> dict[str, Any]:
    """Return the messages so far and the requests that are not answered yet."""
    return {"messages": [asdict(one) for one in messages], "open": [asdict(one) for one in unanswered]}


def from_state(state: Mapping[str, Any]) -> tuple[list[ChatMessage], list[ToolRequest]]:
    """Return what `to_state` was given."""
    return [_message(one) for one in state["messages"]], [ToolRequest(**one) for one in state["open"]]


def _message(data: Mapping[str, Any]) -> ChatMessage:
    return ChatMessage(**{**data, "requests": tuple(ToolRequest(**one) for one in data["requests"])})
