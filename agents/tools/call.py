"""One call on its way through the gate, and what comes of it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from agents.models import CallStatus
from agents.tools.run_context import RunContext
from agents.tools.tool import Effect, Risk, Tool
from omniforge.llm.tool_calls import new_call_id
from omniforge.llm.types import ToolRequest


def own_request(tool: str, arguments: Mapping[str, Any]) -> ToolRequest:
    """Return a call that no model has asked for, written as a model's would be."""
    return ToolRequest(new_call_id(), tool, orjson.dumps(arguments).decode())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call. `text` is what a model reads: the result as JSON, or what went wrong.

    `given` is the result's fields. A call that `waits` needs a person's word first; `given` is what is there
    already. `as_written`: the result tells nothing that the call's arguments didn't say. It was `edited` if a
    person changed its arguments.
    """

    status: CallStatus
    text: str
    summary: str
    given: Mapping[str, Any] = field(default_factory=dict)
    waits: bool = False
    as_written: bool = False
    edited: bool = False

    @property
    def ok(self) -> bool:
        return self.status == CallStatus.DONE

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to tell of it but that it is done."""
        return self.ok and self.as_written

    @classmethod
    def refused(cls, message: str) -> "Outcome":
        """Return that a call was not made, and why."""
        return cls(CallStatus.REFUSED, message, message)


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose arguments are right. `label` says it in words, `why` is for the person who decides.

    `id` is that of the request for it.
    """

    id: str
    run: RunContext
    tool: Tool
    arguments: dict[str, Any]
    label: str
    step_id: str = ""
    why: str = ""

    @property
    def risk(self) -> Risk:
        """What it leaves behind, and when a person has to allow it."""
        return self.tool.risk_of(self.arguments)

    @property
    def ruled_as(self) -> Sequence[str]:
        """The names under which a workspace may have ruled it: one for each of its acts, else the tool's."""
        acts = [f"{self.tool.name}.{act}" for act in self.tool.acts_of(self.arguments)]
        return acts or (self.tool.name,)

    @property
    def effect(self) -> Effect:
        return self.risk.effect

    @property
    def signature(self) -> str:
        """What two calls have in common where tool and arguments are the same: a SHA-256."""
        said = orjson.dumps([self.tool.name, self.arguments], option=orjson.OPT_SORT_KEYS)
        return hashlib.sha256(said).hexdigest()

    @property
    def key(self) -> str | None:
        """What a write has in common with its own repetition, in this process or another; reads have none."""
        if self.effect == Effect.READ:
            return None
        return f"{self.run.run_id}:{self.step_id}:{self.signature}"
