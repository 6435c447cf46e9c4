"""Finds the moment in an answer that says more: 'it's on the sheet, Monday 9 to 10', 'no, 6 am'."""

from dataclasses import replace

from agents.context.open import OpenRun
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs
from agents.records.runs import find_waiting_run
from agents.runs import resumed
from intent.commands import read_commands
from intent.sentences.question_forms import is_question
from intent.slots.moments import read_new_moment
from omniforge.storage.database import in_database

_EVENTS, _NEW_EVENT = "event.", "event.create"
_LEADS = ("no,", "no", "sorry,", "make it", "at", "i meant")
_SEVERAL = 2  # parts of such an answer


def moment_told(pack: ContextPack, top: OpenRun) -> str:
    """Return the one part of an answer that is a moment, if an event's is asked for."""
    parts = [one.strip(" .!") for one in pack.message.replace(". ", ", ").split(", ")]
    asks = top.expects == "words" and top.about.startswith(_EVENTS) and not is_question(pack.message)
    if not asks or top.left or len(parts) < _SEVERAL:
        return ""
    told = [one for one in parts if read_new_moment(one, pack.now)]
    others = [read_commands(one, situation_of(pack)) for one in parts if one not in told]
    orders = any(command.writes for reading in others for command in reading.commands)
    return told[0] if len(told) == 1 and not orders else ""


async def propose_anew(pack: ContextPack) -> Outputs | None:
    """Return the outputs of another day or time for the event that waits for a yes: 'no, 6 am'."""
    top = pack.dialogue.top
    if not (isinstance(top, OpenRun) and top.expects == "yes" and top.about == _NEW_EVENT):
        return None
    said = pack.message.strip(" .!")
    while lead := next((one for one in _LEADS if said.lower().startswith(f"{one} ")), ""):
        said = said[len(lead) :].lstrip()
    if read_new_moment(said, pack.now) is None:
        return None
    run = await in_database(find_waiting_run, pack.access, top.run_id)
    return resumed.resume(replace(pack, message=said), run)
