"""The state that one run carries through its plan, steps and calls."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from agents.context.agent_changes import AgentChange
from agents.context.pack import ContextPack
from agents.context.stored import KeptThing
from agents.context.surroundings import NOTHING_KNOWN, Surroundings
from agents.events import EntityPatched, Operation
from agents.models import RunTrigger
from agents.tools.channel import Channel
from agents.tools.loop_control import LoopControl, NoLoopControl
from agents.tools.mcp.sessions import Sessions
from agents.tools.registry import Toolbox
from agents.tools.run_limits import Spending
from agents.tools.texts import OWN, Texts
from omniforge.storage.ids import as_id


@dataclass(frozen=True, slots=True)
class Deed:
    """A change that a tool really made, in words. `result` is the call's result as a model reads it.

    `wrote` is what the call was given and its result doesn't repeat. A deed that `stays` can't be undone.
    """

    tool: str
    label: str
    summary: str = ""
    result: str = ""
    stays: bool = False
    wrote: str = ""

    @property
    def what(self) -> str:
        """What was done, with its summary."""
        return f"{self.label}: {self.summary}" if self.summary else self.label

    @property
    def shown(self) -> str:
        """What came of it, and what it wrote."""
        return "\n".join(filter(None, (self.result, self.wrote)))

    @property
    def in_short(self) -> str:
        """What was done, for the run that handed the work on."""
        return f"{self.tool}: {self.summary or 'done'}"


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A call that a dry run didn't make: its description and readable arguments."""

    what: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call failed, and how much the run had changed by then: it may succeed after another change."""

    why: str
    deeds: int


@dataclass(slots=True)
class SpokenOf:
    """Agents spoken of, singly and in lists, the last change (its words and command), and an idea.

    `missed`: a command was not carried out, nor was any after it. `talked`: the message was only small
    talk. `arranged` are changes of agents, `undone` those that revert others. `lists`: agents were listed.
    """

    agent: str | None = None
    agents: tuple[str, ...] = ()
    words: str = ""
    command: str = ""
    idea: str = ""
    missed: bool = False
    talked: bool = False
    lists: bool = False
    arranged: list[AgentChange] = field(default_factory=list)
    undone: list[AgentChange] = field(default_factory=list)

    def note(self, agent: str | None, agents: tuple[str, ...]) -> None:
        """Record what an answer speaks of."""
        self.agent, self.agents = agent or self.agent, agents or self.agents


@dataclass(slots=True)
class RunContext:
    """A run in progress: what it may do, what it has done, and what it has read."""

    pack: ContextPack
    run_id: UUID
    channel: Channel
    tools: Toolbox  # those the run may call
    agent: str = ""
    spending: Spending = field(default_factory=Spending)
    instructions: Sequence[str] = ()  # what the agent's owners wrote about its work
    around: Surroundings = NOTHING_KNOWN
    sessions: Sessions = field(default_factory=Sessions)  # closed by the context's creator
    control: LoopControl = field(default_factory=NoLoopControl)  # where tools steer the loop
    # Stores the run. The master agent's own run is only stored once it calls a tool or waits.
    begin: Callable[[], Awaitable[None]] | None = None

    # Rare tools that are offered: those it searched for, and those it has use for.
    found: set[str] = field(default_factory=set)
    at_hand: frozenset[str] = frozenset()

    # -- calls
    calls: dict[str, int] = field(default_factory=dict)  # number of calls by tool
    in_hand: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    failed: dict[str, Failure] = field(default_factory=dict)  # not retried until something changes
    to_mend: dict[str, str] = field(default_factory=dict)  # what a person has to fix, by tool
    waiting: list[UUID] = field(default_factory=list)  # approvals that the run waits for
    remarked: set[str] = field(default_factory=set)  # refused with a remark: may be asked again
    gave: list[dict[str, Any]] = field(default_factory=list)  # results of calls, in order

    # -- what really happened, which the answer may claim
    done: list[Deed] = field(default_factory=list)
    did_before: Sequence[Deed] = ()  # before a wait, or a process that died
    edited: list[str] = field(default_factory=list)  # what the person changed in calls that they approved
    ran: list[str] = field(default_factory=list)  # agents that it ran to their end
    rehearsed: list[Rehearsed] = field(default_factory=list)  # what a dry run would have done

    # -- what the run has read, which decides which calls need approval
    heard: list[str] = field(default_factory=list)  # text by others, or by the person
    also_said: list[str] = field(default_factory=list)  # messages of the person while it ran
    tainted: bool = False  # others wrote some of it
    strangers: bool = False  # strangers wrote some of it
    uploaded: bool = False  # the person uploaded some of it
    began_with: Texts = OWN
    told: set[tuple[UUID, int]] = field(default_factory=set)  # passages that searches returned
    seen: dict[UUID, int] = field(default_factory=dict)  # versions of the documents that it has read
    visited: set[str] = field(default_factory=set)  # addresses

    # -- referents of 'it' and 'the second one' in the next turn
    listed: list[KeptThing] = field(default_factory=list)
    touched: list[KeptThing] = field(default_factory=list)  # changed or shown, including events
    spoken: SpokenOf = field(default_factory=SpokenOf)

    @property
    def is_dry(self) -> bool:
        """Return whether the run is a dry run: it reads, but only describes changes and messages."""
        return self.pack.trigger == RunTrigger.DRY_RUN

    async def hear_person(self) -> Sequence[str]:
        """Return the messages that the person has sent meanwhile, each once."""
        said = await self.pack.steering()
        self.also_said += said
        return said

    async def ensure_stored(self) -> None:
        """Store the run, unless it is stored."""
        async with self.in_hand["begin"]:
            if self.begin:
                await self.begin()
                self.begin = None

    def hear(self, text: str = "") -> None:
        """Record that a call returned text that others may have written."""
        self.tainted = True
        if text:
            self.heard.append(text)

    def trusts_its_words(self) -> None:
        """Treat the run's orders as the person's own, whatever was read, unless they were delegated."""
        if not self.pack.delegated:
            self.tainted = self.strangers = self.uploaded = False
            self.began_with = OWN

    def fail(self, signature: str, why: str) -> None:
        """Remember that a call failed."""
        self.failed[signature] = Failure(why, len(self.done))

    def failed_before(self, signature: str) -> str:
        """Return why a call failed before, empty if it didn't, or if something has changed since."""
        failure = self.failed.get(signature)
        return failure.why if failure and failure.deeds == len(self.done) else ""

    def touch_event(self, operation: Operation) -> None:
        """Remember which calendar event was created or changed. Forget deleted ones."""
        if operation.entity_type == "event":
            touched = KeptThing("event", operation.entity_id, operation.entity_name)
            before = [one for one in self.touched if one.kind == "event" and one.id != touched.id]
            self.touched[:] = [] if operation.action == "delete" else [*before, touched]

    def touch(self, patch: EntityPatched) -> None:
        """Remember which thing of a project was created or changed, once each. Forget deleted ones."""
        self._know_own(patch)
        if patch.entity_type == "edge" or (patch.entity_type == "project" and patch.action != "create"):
            return
        self.touched[:] = [one for one in self.touched if one.id != patch.entity_id]
        if patch.action != "delete":
            self.touched.append(KeptThing(patch.entity_type, patch.entity_id, patch.entity_name))

    def _know_own(self, patch: EntityPatched) -> None:
        """Take a document's own new version as read, unless others changed it since it was."""
        document = as_id(patch.entity_id) if patch.entity_type == "document" else None
        if document and self.seen.get(document, patch.version - 1) == patch.version - 1:
            self.seen[document] = patch.version
