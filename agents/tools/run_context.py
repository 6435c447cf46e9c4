"""What one run carries through its plan, its steps and its calls."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from agents.context.kept import KeptThing
from agents.context.pack import ContextPack
from agents.context.surroundings import NOTHING_KNOWN, Surroundings
from agents.events import EntityPatched, Operation
from agents.models import RunTrigger
from agents.tools.channel import Channel
from agents.tools.desk import Desk, NoDesk
from agents.tools.mcp.sessions import Sessions
from agents.tools.registry import Toolbox
from agents.tools.spending import Spending
from agents.tools.texts import OWN, Texts


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a tool really changed, in words; `result` is what the call gave, as a model reads it."""

    tool: str
    what: str
    result: str = ""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A call that a dry run has not made: in words, and its arguments as people read them."""

    what: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call failed, and how much the run had changed by then: it may go well once more is changed."""

    why: str
    deeds: int


@dataclass(slots=True)
class SpokenOf:
    """Which agents were spoken of, one and in a list, the last change (its words and command), an idea.

    `missed`: a command was not carried out, and none after it was. `talked`: it was but small talk.
    `arranged` are the agents that were changed: id, version before and after. `lists`: agents were listed.
    """

    agent: str | None = None
    agents: tuple[str, ...] = ()
    words: str = ""
    command: str = ""
    idea: str = ""
    missed: bool = False
    talked: bool = False
    lists: bool = False
    arranged: list[tuple[str, int, int]] = field(default_factory=list)

    def note(self, agent: str | None, agents: tuple[str, ...]) -> None:
        """Keep in mind what an answer speaks of."""
        self.agent, self.agents = agent or self.agent, agents or self.agents


@dataclass(slots=True)
class RunContext:
    """A run in progress: what it may do, what it has done, and what it has read."""

    pack: ContextPack
    run_id: UUID
    channel: Channel
    tools: Toolbox  # those that it may call
    agent: str = ""
    spending: Spending = field(default_factory=Spending)
    instructions: Sequence[str] = ()  # what the agent's owners say of its work
    around: Surroundings = NOTHING_KNOWN
    sessions: Sessions = field(default_factory=Sessions)  # whoever made the context closes them
    desk: Desk = field(default_factory=NoDesk)  # what tools steer the loop by
    # A run that nobody may ask for again is only stored once it calls a tool or waits: this does it.
    begin: Callable[[], Awaitable[None]] | None = None

    # Rare tools that it is told of: those that it looked for, and those for which there is work.
    found: set[str] = field(default_factory=set)
    at_hand: frozenset[str] = frozenset()

    # -- its calls
    calls: dict[str, int] = field(default_factory=dict)  # how many of each tool
    in_hand: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    failed: dict[str, Failure] = field(default_factory=dict)  # not made again until something is changed
    to_mend: dict[str, str] = field(default_factory=dict)  # what a person has to mend, by the tool
    waiting: list[UUID] = field(default_factory=list)  # the approvals that it waits for
    remarked: set[str] = field(default_factory=set)  # refused with a remark: may be asked for anew
    gave: list[dict[str, Any]] = field(default_factory=list)  # what calls have returned, in order

    # -- what really happened, and the answer may claim
    done: list[Deed] = field(default_factory=list)
    did_before: Sequence[Deed] = ()  # before it had to wait, or its process was gone
    rehearsed: list[Rehearsed] = field(default_factory=list)  # what a dry run would have done

    # -- what it has read, by which it is judged which calls a person has to allow
    heard: list[str] = field(default_factory=list)  # text that others wrote, or the person said
    tainted: bool = False  # others had a word in it
    strangers: bool = False  # a stranger had
    uploaded: bool = False  # the person brought some of it in a file
    began_with: Texts = OWN
    read_of: frozenset[UUID] = frozenset()  # the things of which all of it is; none if of anything else
    told: set[tuple[UUID, int]] = field(default_factory=set)  # the passages that searches gave
    visited: set[str] = field(default_factory=set)  # addresses

    # -- what 'it' and 'the second one' mean in the next turn
    listed: list[KeptThing] = field(default_factory=list)
    touched: list[KeptThing] = field(default_factory=list)  # changed or told of, events too
    spoken: SpokenOf = field(default_factory=SpokenOf)

    @property
    def is_dry(self) -> bool:
        """Whether it reads for real, and only shows what it would change or send."""
        return self.pack.trigger == RunTrigger.DRY_RUN

    async def ensure_stored(self) -> None:
        """Store the run, unless it is."""
        async with self.in_hand["begin"]:
            if self.begin:
                await self.begin()
                self.begin = None

    def hear(self, text: str = "", things: Collection[UUID] = ()) -> None:
        """Note that a call told what others may have written: text of these things of projects alone."""
        alone = bool(things) and (bool(self.read_of) or not self.tainted)
        self.read_of = self.read_of.union(things) if alone else frozenset()
        self.tainted = True
        if text:
            self.heard.append(text)

    def trusts_its_words(self) -> None:
        """Take what is done as the person's own word, whatever was read; unless it was handed on."""
        if not self.pack.delegated:
            self.tainted = self.strangers = self.uploaded = False
            self.began_with = OWN

    def fail(self, signature: str, why: str) -> None:
        """Keep in mind that a call failed."""
        self.failed[signature] = Failure(why, len(self.done))

    def failed_before(self, signature: str) -> str:
        """Return why a call failed before; empty if it did not, or if something was changed since."""
        failure = self.failed.get(signature)
        return failure.why if failure and failure.deeds == len(self.done) else ""

    def touch_event(self, operation: Operation) -> None:
        """Keep in mind which event of a calendar was made or changed; what is gone is forgotten."""
        if operation.entity_type == "event":
            kept = [] if operation.action == "delete" else [operation]
            self.touched[:] = [KeptThing("event", one.entity_id, one.entity_name) for one in kept]

    def touch(self, patch: EntityPatched) -> None:
        """Keep in mind which thing of a project was made or changed, each once; what is gone is forgotten."""
        if patch.entity_type == "edge" or (patch.entity_type == "project" and patch.action != "create"):
            return
        self.touched[:] = [one for one in self.touched if one.id != patch.entity_id]
        if patch.action != "delete":
            self.touched.append(KeptThing(patch.entity_type, patch.entity_id, patch.entity_name))
