"""What a run has come to; it is filled while the run goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.context.kept import KeptResult
from agents.models import RunStatus
from agents.records.runs import undecided_of
from agents.records.states import RunState
from agents.tools.run_context import Deed, Rehearsed, RunContext
from omniforge.storage.database import in_database

_WAITS = "This waits for your yes."


@dataclass(slots=True)
class Outcome:
    """`method` is 'model' or 'rules', `question` that of a run that waits, `done` what it has changed, and
    `did_before` what before it had to wait; `rehearsed` is what a dry run would have done. `to_mend` is that
    of its context.

    What no command of a message covers is told, but who `takes_questions` is `left` the questions in it.
    """

    text: list[str] = field(default_factory=list)
    status: RunStatus = RunStatus.FAILED
    method: str = "rules"
    error: str = ""
    question: str = ""
    state: RunState | None = None
    kept: list[KeptResult] = field(default_factory=list)
    done: list[Deed] = field(default_factory=list)
    rehearsed: list[Rehearsed] = field(default_factory=list)
    did_before: Sequence[Deed] = ()
    to_mend: dict[str, str] = field(default_factory=dict)
    takes_questions: bool = False
    left: list[str] = field(default_factory=list)

    def wait(self, question: str, state: RunState) -> None:
        """Let the run wait for a person, with what it needs to go on."""
        self.status, self.question, self.state = RunStatus.WAITING, question, state


async def what_waits(run: RunContext) -> str:
    """Name the undecided calls of a run: 'This waits for your yes: Deleting “Order racks”.'"""
    waiting = [one.what.rstrip(".") for one in await in_database(undecided_of, run.waiting)]
    named = "; ".join(dict.fromkeys(waiting))
    ends_itself = named.endswith(('."', '!"', '?"', '…"'))  # a text that is sent, in quotes
    return f"This waits for your yes: {named}{'' if ends_itself else '.'}" if named else _WAITS
