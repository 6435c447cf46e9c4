"""Finds the moment in an answer to 'when?' that says more than that: 'it's on the sheet, Monday 9 to 10'."""

from agents.context.open import OpenRun
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from intent.commands import read_commands
from intent.sentences.question_forms import is_question
from intent.slots.moments import read_new_moment

_EVENTS = "event."
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
