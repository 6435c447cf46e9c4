"""The input and output of a handler."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from agents.context.open import Expects
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.stored import KeptResult, KeptThing
from agents.events import Operation
from agents.failures import ToolFailed
from agents.tools.call import own_request
from agents.tools.gate import call_tool
from agents.tools.names import replace_ids
from agents.tools.run_context import RunContext
from intent.commands import Situation
from intent.material import Material

YES, NO = "yes", "no"  # answers to a question that expects a yes
ALL = "all of them"  # an answer to one that offers choices


class NoSuchTarget(Exception):
    """A command's target doesn't exist. A tentative command then meant something else and is skipped
    silently. For any other the message is said, unless another reading has a target.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message


class NotSo(Exception):
    """A condition doesn't hold, so its order is skipped. The message says so."""


class ApprovalNeeded(Exception):
    """A call waits for approval. The command continues once it is decided."""


class Question(Exception):
    """A command needs an answer from the person first.

    `name` is the answer's key in `Task.answers`, `choices` are titles with descriptions. If `confirms`, the
    answer is YES or NO. If `is_guess`, nothing has the name that was said.
    """

    is_guess = False

    def __init__(
        self, name: str, text: str, choices: Sequence[tuple[str, str]] = (), *, confirms: bool = False
    ) -> None:
        super().__init__(text)
        self.name, self.text, self.choices = name, text, tuple(choices)
        self.expects: Expects = "yes" if confirms else "choice" if choices else "words"


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply to a command.

    `listed` are the things it shows, for 'the second one', `result` its rows. `agents` are those it lists.
    `agent` is the one it is about, for 'it', or None.
    """

    text: str
    listed: tuple[KeptThing, ...] = ()
    result: KeptResult | None = None
    agents: tuple[str, ...] = ()
    agent: str | None = None


@dataclass(slots=True)
class Task:
    """One message being carried out without a model."""

    run: RunContext
    answers: Mapping[str, str] = field(default_factory=dict)  # to earlier questions, by their names
    place: int = 0  # of the command in the message; keeps the question names of two commands apart
    tentative: bool = False  # the words may mean something else: act only on exact names
    writes: bool = False  # if so, limited to the conversation's project
    material: Material | None = None  # a table pasted into the message
    began: str = ""  # title of the first project, created for what the command adds
    told: str = ""  # uncovered words before the command
    start: int = 0  # index of the command in the message
    about: list[KeptThing] = field(default_factory=list)  # the things its references resolved to
    results: Sequence[KeptResult] = ()  # of the message's earlier commands
    edited: list[str] = field(default_factory=list)  # results of calls that the person edited

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
        """Return the answer to this command's question, empty if it wasn't asked."""
        return self.answers.get(f"{self.place}.{name}", "")

    def confirm(self, text: str) -> bool:
        """Return whether the person said yes to a question, False if no. Raises Question the first time."""
        if not (answer := self.answer_to("sure")):
            raise Question("sure", text, confirms=True)
        return answer == YES

    def tell(self, action: Literal["create", "update", "delete"], kind: str, name: str, id: str = "") -> None:
        """Report that a service created, changed or deleted something, because no tool reports it."""
        self.run.channel.send(Operation(action, kind, name, "done", id))

    async def call(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        """Call a tool through the gate and return the fields of its result.

        A command's arguments are the person's own words, whatever was read before, so they count as
        untainted. Raises ToolFailed with the text for the person, and ApprovalNeeded.
        """
        self.run.trusts_its_words()
        outcome = await call_tool(self.run, own_request(tool, arguments), step_id=str(self.place))
        if outcome.waits:
            raise ApprovalNeeded
        if not outcome.ok:
            raise ToolFailed(outcome.summary)
        if outcome.edited:
            self.edited.append(await replace_ids(self.pack.access, outcome.summary))
        return outcome.given
