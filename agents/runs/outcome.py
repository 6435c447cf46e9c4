"""The outcome of a run, filled in while the run goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.context.stored import KeptResult
from agents.models import RunStatus
from agents.records.runs import undecided_among
from agents.records.states import RunState
from agents.tools.run_context import Deed, Rehearsed, RunContext
from intent.sentences.fixed_lines import fixed_line
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_CHANGED = "I've changed this:"
_TAKE_BACK = "Say “undo” to take it back."


@dataclass(slots=True)
class Outcome:
    """What a run did and said. `method` is 'model' or 'rules'. `question` is set while the run waits.

    `done` is what it has changed, `ran` the agents that it ran, `did_before` what it had changed before it
    waited, `rehearsed` what a dry run would have done. `to_mend` is shared with its context. Parts of a
    message that no command covers are reported. A caller that `takes_questions` gets the questions among
    them in `left`.
    """

    text: list[str] = field(default_factory=list)
    status: RunStatus = RunStatus.FAILED
    method: str = "rules"
    error: str = ""
    question: str = ""
    state: RunState | None = None
    kept: list[KeptResult] = field(default_factory=list)
    done: list[Deed] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    rehearsed: list[Rehearsed] = field(default_factory=list)
    did_before: Sequence[Deed] = ()
    to_mend: dict[str, str] = field(default_factory=dict)
    takes_questions: bool = False
    left: list[str] = field(default_factory=list)

    def wait(self, question: str, state: RunState) -> None:
        """Make the run wait for a person, with the state it needs to resume."""
        self.status, self.question, self.state = RunStatus.WAITING, question, state


def half_done(deeds: Sequence[Deed], words: str, why: str = "") -> str:
    """Say what an order changed before it failed, so that nobody believes that nothing was."""
    done = "\n".join(f"- {plain(one.what)}" for one in deeds)
    left = f"I couldn't do the rest of “{plain(words)}”."
    return "\n\n".join(filter(None, (f"{_CHANGED}\n\n{done}", f"{left} {why}".strip(), _TAKE_BACK)))


async def describe_pending(run: RunContext, language: str = "en") -> str:
    """Name a run's undecided calls: 'This waits for your yes: Deleting “Order racks”.'"""
    waiting = [one.what.rstrip(".") for one in await in_database(undecided_among, run.waiting)]
    named = "; ".join(dict.fromkeys(waiting))
    ends_itself = named.endswith(('."', '!"', '?"', '…"'))  # text to be sent, in quotes
    return fixed_line("waits", language, named if ends_itself or not named else f"{named}.").rstrip(" :")
