"""What a running loop offers to tools that steer it: delegate work, show a plan, find rare tools."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import BaseModel, Field

from agents.failures import ToolFailed
from agents.tools.tool import ToolArguments

State = Literal["open", "doing", "done"]


class TodoItem(ToolArguments):
    """One part of the work."""

    title: str = Field(min_length=1, max_length=160)
    state: State = "open"


class PartOfWork(ToolArguments):
    """One part that another run does."""

    id: str = Field(min_length=1, max_length=20, pattern=r"^[A-Za-z0-9_-]+$")
    title: str = Field(min_length=1, max_length=120)
    task: str = Field(min_length=1, max_length=8_000)
    needs: list[str] = Field(default_factory=list)
    writes: bool = False


class PartTable(BaseModel):
    """A table that a part's calls stored: `of` is the call, in words."""

    result_id: str
    of: str


class PartResult(BaseModel):
    """The result of a part. `done` lists its changes from the ledger, `tables` all its stored tables."""

    id: str
    status: Literal["done", "failed", "skipped", "waits"]
    answer: str = ""
    done: list[str] = Field(default_factory=list)
    tables: list[PartTable] | None = None


class PartWaits(Exception):
    """Delegated work waits for the person. Its caller waits too, and is called again.

    `parts` are the results so far, if some don't wait.
    """

    def __init__(self, parts: Sequence[PartResult] = ()) -> None:
        super().__init__("a person is waited for")
        self.parts = tuple(parts)


@dataclass(frozen=True, slots=True)
class ToolMatch:
    """A tool found by a search."""

    name: str
    what: str


class LoopControl(Protocol):
    """What a tool can do in the loop that called it: delegate, show a plan, find tools."""

    async def run_agent(
        self, call_id: str, agent: str, task: str, files: Sequence[str], *, dry_run: bool = False
    ) -> PartResult:
        """Run an agent on a task. A `dry_run` only shows what it would change or send.

        Raises PartWaits, ToolFailed, NotFound, and Conflict if the agent is paused.
        """
        ...

    async def run_parts(self, call_id: str, parts: Sequence[PartOfWork]) -> list[PartResult]:
        """Run the parts, in parallel unless one needs another. Raises PartWaits and ToolFailed."""
        ...

    async def show_todo(self, items: Sequence[TodoItem]) -> None:
        """Show the plan to the people who watch."""
        ...

    def find_tools(self, query: str) -> list[ToolMatch]:
        """Return matching rare tools. They are offered from now on."""
        ...


@dataclass(frozen=True, slots=True)
class NoLoopControl:
    """For calls made outside a loop: rules, programs, tests."""

    why: str = field(default="This works only while a model is at work.")

    async def run_agent(
        self, call_id: str, agent: str, task: str, files: Sequence[str], *, dry_run: bool = False
    ) -> PartResult:
        raise ToolFailed(self.why)

    async def run_parts(self, call_id: str, parts: Sequence[PartOfWork]) -> list[PartResult]:
        raise ToolFailed(self.why)

    async def show_todo(self, items: Sequence[TodoItem]) -> None:
        raise ToolFailed(self.why)

    def find_tools(self, query: str) -> list[ToolMatch]:
        raise ToolFailed(self.why)
