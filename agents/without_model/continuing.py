"""An answer that was cut off, by a stop or a fault, and is to go on: 'continue', said right after it."""

from agents.context.pack import ContextPack
from agents.knowledge.replies import CUT_SHORT
from intent.dialogue import Said, read_answer

CUT = "\n(interrupted)"  # ends an answer in the window that is not whole
_CLOSING = 500  # characters at the end of an answer, in which other remarks may stand too
NOT_BY_RULES = (
    "Only a model can write on where an answer was cut off, and none answers now. What was written stays "
    "above. To have it answered anew, send your message again."
)


def takes_up(pack: ContextPack) -> bool:
    """Return whether a message only says to go on, nothing is asked back, and the last answer was cut off."""
    last = pack.window[-1].content if pack.window else ""
    was_cut = last.endswith(CUT) or CUT_SHORT in last[-_CLOSING:]
    answer = read_answer(pack.message)
    return was_cut and pack.dialogue.pending is None and answer.is_whole and answer.said is Said.YES
