"""What a run has come to; it is filled while the run goes on."""

from dataclasses import dataclass, field
from typing import Any

from agents.dialogue import KeptResult
from agents.models import RunStatus


@dataclass(slots=True)
class Outcome:
    """`method` is 'model' or 'rules', `question` and `state` are those of a run that waits for a person."""

    text: list[str] = field(default_factory=list)
    status: RunStatus = RunStatus.FAILED
    method: str = "rules"
    error: str = ""
    question: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    kept: list[KeptResult] = field(default_factory=list)

    def wait(self, question: str, state: dict[str, Any]) -> None:
        """Let the run wait for a person, with what it needs to go on."""
        self.status, self.question, self.state = RunStatus.WAITING, question, state
