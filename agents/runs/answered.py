"""Outcomes of the calls in one model answer: results, questions to the person, calls that wait."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agents.runs.ask_person import ASK_PERSON
from agents.runs.last_words import FINISH
from agents.tools.call import Outcome
from omniforge.llm.types import ToolRequest


@dataclass(frozen=True, slots=True)
class AnswerRequests:
    """One model answer's requests: the question `asked`, the final answer (`ending`), other `calls`."""

    asked: Sequence[ToolRequest]
    ending: Sequence[ToolRequest]
    calls: Sequence[ToolRequest]


def sort_requests(requests: Sequence[ToolRequest], *, may_ask: bool) -> AnswerRequests:
    asked = [one for one in requests if one.name == ASK_PERSON.name and may_ask and not one.cut]
    ending = [one for one in requests if one.name == FINISH.name and not one.cut]
    return AnswerRequests(asked, ending, [one for one in requests if one not in (*asked, *ending)])


@dataclass(frozen=True, slots=True)
class CallResults:
    """Calls with their outcomes. `left` are ids of calls that the model was already told are waiting."""

    pairs: Sequence[tuple[ToolRequest, Outcome]]
    left: Collection[str]

    @property
    def results(self) -> list[tuple[ToolRequest, Outcome]]:
        """Return the finished outcomes of calls that the model wasn't told are waiting."""
        return [(one, got) for one, got in self.pairs if not got.waits and one.id not in self.left]

    @property
    def news(self) -> list[tuple[ToolRequest, Outcome]]:
        """Return the outcomes of calls that were decided after the model was told they wait."""
        return [(one, got) for one, got in self.pairs if not got.waits and one.id in self.left]

    @property
    def waiting(self) -> list[tuple[ToolRequest, Outcome]]:
        return [(one, got) for one, got in self.pairs if got.waits]

    @property
    def waits_anew(self) -> bool:
        """Return whether a call waits and the model hasn't been told so."""
        return any(one.id not in self.left for one, _ in self.waiting)

    def is_known_to(self, answer: str) -> bool:
        """Return whether every call is done or waits, with nothing to report that an answer lacks."""
        return all(not got.given if got.waits else got.is_known_to(answer) for _, got in self.pairs)
