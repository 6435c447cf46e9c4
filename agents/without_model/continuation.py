"""Continues an answer that was interrupted, by a stop or an error: 'continue', said right after it."""

from agents.context.history import CUT
from agents.context.pack import ContextPack
from agents.knowledge.replies import CUT_SHORT
from intent.dialogue import Reply, read_answer

_CLOSING = 500  # characters at the end of an answer, in which further remarks may follow
NOT_BY_RULES = (
    "Only a model can write on where an answer was cut off, and none answers now. What was written stays "
    "above. To have it answered anew, send your message again."
)


def takes_up(pack: ContextPack) -> bool:
    """Return whether a message only says to continue an interrupted answer, and no question is open."""
    last = pack.window[-1].content if pack.window else ""
    was_cut = last.endswith(CUT) or CUT_SHORT in last[-_CLOSING:]
    answer = read_answer(pack.message)
    return was_cut and pack.dialogue.pending is None and answer.is_whole and answer.said is Reply.YES
