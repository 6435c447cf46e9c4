"""What a handler is given, and what it may give back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from agents.context.kept import KeptResult, KeptThing
from agents.context.open import Expects
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Operation
from agents.failures import ToolFailed
from agents.tools.call import own_request
from agents.tools.gate import call_tool
from agents.tools.names import in_names
from agents.tools.run_context import RunContext
from intent.commands import Situation
from intent.material import Material

YES, NO = "yes", "no"  # what an answer to a question that expects a yes is given as


class NoSuchTarget(Exception):
    """A command has no target that exists. A tentative one meant something else then, and is passed over in
    silence; of any other the message is said, if no other reading of its words has a target.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message


class NotSo(Exception):
    """A condition does not hold, so what is ordered on it is not done; the message says so."""


class ApprovalNeeded(Exception):
    """A call waits for the person's approval; the command goes on once it is decided."""


class Question(Exception):
    """A command cannot be carried out before the person answers.

    `name` is what the answer is kept under (`Task.answers`), `choices` are titles with what each is. With
    `confirms` the answer is YES or NO.
    """

    def __init__(
        self, name: str, text: str, choices: Sequence[tuple[str, str]] = (), *, confirms: bool = False
    ) -> None:
        super().__init__(text)
        self.name, self.text, self.choices = name, text, tuple(choices)
        self.expects: Expects = "yes" if confirms else "choice" if choices else "words"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of a command.

    `listed` is what it shows, for 'the second one'; `result` its rows. `agents` are those it lists, `agent`
    the one that it speaks of, for 'it'; None if it speaks of none.
    """

    text: str
    listed: tuple[KeptThing, ...] = ()
    result: KeptResult | None = None
    agents: tuple[str, ...] = ()
    agent: str | None = None


@dataclass(slots=True)
class Task:
    """One message at work without a model."""

    run: RunContext
    answers: Mapping[str, str] = field(default_factory=dict)  # to its earlier questions, by their names
    place: int = 0  # of the command in the message: questions of two commands have different names
    tentative: bool = False  # the words may mean something else: act only on what they surely name
    writes: bool = False  # then it stays within the project that the conversation is about
    material: Material | None = None  # a table that was pasted into the message
    told: str = ""  # stands before the command, covered by none
    start: int = 0  # where the command begins in the message
    about: list[KeptThing] = field(default_factory=list)  # what its references point at
    results: Sequence[KeptResult] = ()  # of the message's earlier commands
    edited: list[str] = field(default_factory=list)  # what was done of calls that the person has changed

    @property
    def pack(self) -> ContextPack:
        return self.run.pack

    @property
    def today(self) -> date:
        return self.pack.now.date()

    @property
    def situation(self) -> Situation:
        return situation_of(self.pack)

    def answer_to(self, name: str) -> str:
        """Return what was answered to this command's question; empty if it was not asked."""
        return self.answers.get(f"{self.place}.{name}", "")

    def confirm(self, text: str) -> bool:
        """Return whether the person said yes to a question; False if they said no. Raises Question first."""
        if not (answer := self.answer_to("sure")):
            raise Question("sure", text, confirms=True)
        return answer == YES

    def tell(self, action: Literal["create", "update", "delete"], kind: str, name: str, id: str = "") -> None:
        """Tell that something was created, changed or deleted by a service, which no tool tells of."""
        self.run.channel.send(Operation(action, kind, name, "done", id))

    async def call(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        """Call a tool through the gate and return the fields of its result.

        A command's arguments are the person's own words, whatever was looked up before, so others had no word
        in them. Raises ToolFailed with what the person is told, and ApprovalNeeded.
        """
        self.run.trusts_its_words()
        outcome = await call_tool(self.run, own_request(tool, arguments), step_id=str(self.place))
        if outcome.waits:
            raise ApprovalNeeded
        if not outcome.ok:
            raise ToolFailed(outcome.summary)
        if outcome.edited:
            self.edited.append(await in_names(self.pack.access, outcome.summary))
        return outcome.given
