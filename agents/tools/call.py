"""One call on its way through the gate, and its outcome."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from agents.models import CallStatus
from agents.tools.counts import says_figure
from agents.tools.run_context import RunContext
from agents.tools.tool import Effect, Risk, Tool
from omniforge.llm.tool_calls import new_call_id
from omniforge.llm.types import ToolRequest


def own_request(tool: str, arguments: Mapping[str, Any]) -> ToolRequest:
    """Return a call that no model requested, in the form of a model's request."""
    return ToolRequest(new_call_id(), tool, orjson.dumps(arguments).decode())


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a call. `text` is what a model reads: the result as JSON, or the error.

    `given` is the result's fields. A call that `waits` needs a person's approval. `given` is then what is
    available so far. `as_written` means that the result says nothing beyond the call's arguments. `figure`
    is a number that is all it says beyond them. `edited` means that a person changed its arguments.
    """

    status: CallStatus
    text: str
    summary: str
    given: Mapping[str, Any] = field(default_factory=dict)
    waits: bool = False
    as_written: bool = False
    figure: str = ""
    edited: bool = False

    @property
    def ok(self) -> bool:
        return self.status == CallStatus.DONE

    def is_known_to(self, answer: str) -> bool:
        """Return whether the call is done, and all that it has to report stands in an answer already."""
        return self.ok and (self.as_written or (bool(self.figure) and says_figure(answer, self.figure)))

    @classmethod
    def refused(cls, message: str) -> "Outcome":
        """Return the outcome of a call that was refused, and why."""
        return cls(CallStatus.REFUSED, message, message)


def signature_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return a SHA-256 of a call's tool and arguments."""
    said = orjson.dumps([tool, arguments], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(said).hexdigest()


@dataclass(frozen=True, slots=True)
class Call:
    """A call with valid arguments, described by `label`. `id` is that of the model's request."""

    id: str
    run: RunContext
    tool: Tool
    arguments: dict[str, Any]
    label: str
    step_id: str = ""

    @property
    def risk(self) -> Risk:
        """Return its effect, and when a person has to approve it."""
        return self.tool.risk_of(self.arguments)

    @property
    def ruled_as(self) -> Sequence[str]:
        """Return the names under which a workspace may have ruled it: one for each act, else the tool's."""
        acts = [f"{self.tool.name}.{act}" for act in self.tool.acts_of(self.arguments)]
        return acts or (self.tool.name,)

    @property
    def adds(self) -> bool:
        """Return whether it adds something, which would be there twice if it were made again."""
        return bool(self.arguments.get("append")) or any(one.endswith(".create") for one in self.ruled_as)

    @property
    def effect(self) -> Effect:
        return self.risk.effect

    @property
    def signature(self) -> str:
        """Return what is equal for two calls with the same tool and arguments."""
        return signature_of(self.tool.name, self.arguments)

    @property
    def key(self) -> str | None:
        """Return a key that is equal for repetitions of the same write, across processes; None for reads."""
        if self.effect == Effect.READ:
            return None
        return f"{self.run.run_id}:{self.step_id}:{self.signature}"
