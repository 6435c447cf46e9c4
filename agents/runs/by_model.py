"""Work by a model that calls tools until it can answer, or has to ask the person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.dialogue import KeptResult
from agents.events import TextDelta
from agents.models import RunStatus
from agents.plans.rendering import kept_result, table_of
from agents.plans.storing import StepResult
from agents.runs.brief import Brief
from agents.runs.context import RunContext
from agents.runs.loop import ToolLoop, Waits, question_in
from agents.runs.outcome import Outcome
from agents.runs.resumption import DECIDE, from_state, to_state, wait_for_person
from omniforge.llm.types import ToolRequest

_EARLIER = 3  # results of earlier tasks that a model is told of


@dataclass(frozen=True, slots=True)
class ModelWork:
    """The work of one run by a model: as it begins, or as it stopped (`state`) for the person's `answer`."""

    run: RunContext
    brief: Brief
    outcome: Outcome
    state: Mapping[str, Any]
    answer: str = ""

    async def do(self) -> None:
        """Let the model work; `outcome` says how far it came. Raises ModelError where the model fails."""
        loop, unanswered = self._loop()
        waits: Waits | None = None
        try:
            await loop.answer(unanswered, self.answer)
        except Waits as error:
            waits = error
        finally:
            if loop.text:
                self.outcome.method = "model"
                self.outcome.text.append(loop.text)
        if waits:
            self._stop_for(waits)
        else:
            self.outcome.status = RunStatus.PARTIAL if self.brief.lacking else RunStatus.SUCCEEDED
            self.outcome.kept += self._rows_given()

    def _loop(self) -> tuple[ToolLoop, list[ToolRequest]]:
        """Return the loop with the requests that are unanswered yet."""
        if self.state:
            messages, unanswered = from_state(self.state)
        else:
            earlier = [_as_text(result) for result in self.run.pack.dialogue.results[-_EARLIER:]]
            messages, unanswered = self.brief.messages(self.run, earlier), []
        return ToolLoop(self.run, messages, may_ask=True), unanswered

    def _stop_for(self, waits: Waits) -> None:
        """Ask the person what the model wants to know, or for the decisions that its calls need."""
        asked = "" if self.run.waiting else question_in(waits.unanswered)
        if asked:
            self.run.channel.send(TextDelta(f"\n\n{asked}" if self.outcome.text else asked))
        state = to_state(waits.messages, waits.unanswered)
        wait_for_person(self.run, self.outcome, asked or DECIDE, state)

    def _rows_given(self) -> list[KeptResult]:
        """Return what the calls gave as rows, for the next turns to refer to."""
        given = (StepResult("", fields) for fields in self.run.gave)
        return [kept for one in given if (kept := kept_result(self.run.pack.message, one))]


def _as_text(result: KeptResult) -> str:
    return f"{result.task}\n\n{table_of(result.columns, result.items())}"
