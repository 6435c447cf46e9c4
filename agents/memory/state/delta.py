"""The difference of two states as JSON Patch (RFC 6902), there and back."""

from dataclasses import dataclass
from typing import Any

import jsonpatch

from agents.memory.state.values import AgentState

Patch = tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Delta:
    """`patch` leads from one state to the other, `inverse` back. Both are empty where nothing changed."""

    patch: Patch
    inverse: Patch


def delta_between(before: AgentState, after: AgentState) -> Delta:
    """Return the difference of two states in their JSON form."""
    old, new = before.to_json(), after.to_json()
    return Delta(_patch(old, new), _patch(new, old))


def _patch(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    return tuple(jsonpatch.make_patch(old, new).patch)
