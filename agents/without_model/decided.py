"""Gives a waiting run its yes or no, and goes on with what a message says behind that."""

from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs
from agents.handlers.task import NO, YES
from agents.records.runs import find_waiting_run
from agents.runs import resumed
from agents.runs.decisions import Decision, ask_which_call, decision_in
from agents.without_model.after_refusal import answer_rest
from intent.commands import Reading, read_commands
from intent.dialogue import Answer, Reply, read_answer
from omniforge.storage.database import in_database

_ENDS = (". ", "! ")
_BEHIND_YES = (*_ENDS, ", and ", ", then ", ", also ", " and ")


async def answer_decision(pack: ContextPack) -> Outputs | None:
    """Return the outputs of a yes or no, or the question which of several is meant."""
    decision = await decision_in(pack)
    if decision is None and (outputs := await _ordered_behind_yes(pack)):
        return outputs
    return await _decided(pack, decision) if decision else await ask_which_call(pack)


async def _ordered_behind_yes(pack: ContextPack) -> Outputs | None:
    """Return the outputs of a bare yes with something else behind it: 'yes, and move the fair to Friday'."""
    marks = [one for one in _BEHIND_YES if one in pack.message]
    first, mark, rest = pack.message.partition(min(marks, key=pack.message.index)) if marks else ("", "", "")
    said = replace(pack, message=first)
    decision = await decision_in(said) if read_answer(first) == Answer(Reply.YES) else None
    instead = decision.asked.about if decision and mark in _ENDS else ""
    if decision is None or not _stands_alone(pack, rest, instead):
        return None
    return answer_rest(pack, await _decided(said, decision), rest)


def _stands_alone(pack: ContextPack, rest: str, instead: str) -> bool:
    """Return whether words are whole orders or questions, none of which points at what a yes is for.

    'Yes. Delete the barn' may mean only the barn: no order may be of the kind that is asked about `instead`.
    """
    reading = read_commands(rest, situation_of(pack)) if rest else Reading()
    return reading.is_whole and not any(one.points_back or one.name == instead for one in reading.commands)


async def _decided(pack: ContextPack, decision: Decision) -> Outputs:
    """Give a run its yes or no, and handle the words after a no."""
    asked = decision.asked
    if asked.expects == "approval":
        outputs = await resumed.settle(pack, asked, approve=decision.approves)
    else:
        run = await in_database(find_waiting_run, pack.access, asked.run_id)
        outputs = resumed.resume(replace(pack, message=YES if decision.approves else NO), run)
    return answer_rest(pack, outputs) if decision.goes_on else outputs
