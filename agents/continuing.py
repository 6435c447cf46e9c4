"""An answer that was cut off, by a stop or a fault, and is to go on: 'continue', said right after it."""

from contextlib import aclosing
from dataclasses import replace

from agents.context import ContextPack
from agents.events import Outputs
from agents.replies import CUT_SHORT, reply
from agents.workspace.commission import goes_on
from intent.types import ActionType, Intent, Method

CUT = "\n(interrupted)"  # ends an answer in the window that is not whole
_CLOSING = 500  # characters at the end of an answer, in which other remarks may stand too
_GO_ON = (
    "Your last answer was cut off where it says (interrupted) or that it stops. Go on exactly where it "
    "stopped, without repeating anything."
)
_NOT_BY_RULES = (
    "Only a model can write on where an answer was cut off, and none answers now. What was written stays "
    "above. To have it answered anew, send your message again."
)


def takes_up(pack: ContextPack) -> bool:
    """Return whether a message only says to go on, nothing is asked back, and the last answer was cut off."""
    last = pack.window[-1].content if pack.window else ""
    was_cut = last.endswith(CUT) or CUT_SHORT in last[-_CLOSING:]
    return was_cut and pack.dialogue.pending is None and goes_on(pack.message)


def continuing_intent(pack: ContextPack) -> Intent | None:
    """Return the intent of a message that takes up a cut answer, or None for any other message."""
    if not takes_up(pack):
        return None
    reasoning = "You want the answer that was cut off to go on."
    return Intent(ActionType.QUERY_INFO, 1.0, reasoning=reasoning, method=Method.PENDING)


async def write_on(pack: ContextPack) -> Outputs:
    """Write the rest of the cut answer: the model's words. Without a model, say what can be done instead."""
    asked = replace(pack, message=_GO_ON)
    async with aclosing(reply(asked, facts=(), otherwise=_NOT_BY_RULES)) as deltas:
        async for delta in deltas:
            yield delta
