"""Answers a question about work that goes on with what was asked or told just before: 'and Ben?'"""

from agents.context import ContextPack
from agents.looking_up import answer_from_work, following
from agents.reaction import Reaction
from intent.types import ActionType, Intent, Method, Mode
from intent.work_questions import WorkQuestion, read_work_question

_REASON = "You go on with what you asked before."


async def by_going_on(pack: ContextPack) -> Reaction | None:
    """React to a question that leaves out what was asked before; also to 'how late is it?' of a late task."""
    if pack.dialogue.top or pack.forced_action:
        return None
    asked = following(pack, pack.message) or _of_lateness(pack)
    outputs = await answer_from_work(pack, asked, sure=True) if asked else None
    if outputs is None:
        return None
    intent = Intent(ActionType.QUERY_INFO, 0.9, reasoning=_REASON, mode=Mode.INFORM, method=Method.RULES)
    return Reaction(intent, outputs)


def _of_lateness(pack: ContextPack) -> WorkQuestion | None:
    asked = read_work_question(pack.message, pack.now.date())
    return asked if asked and asked.points and "lateness" in asked.said else None
