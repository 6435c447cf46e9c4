"""Offers to save a pasted text as a document, since questions are answered from documents."""

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, TextDelta, give
from agents.runs.ideas import remember_thought
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.sentences.question_forms import is_question
from intent.statements.pasted_texts import PastedText, read_pasted_text
from intent.types import ActionType
from omniforge.tables.markdown import plain

_UNTITLED = "Pasted text"
_OFFER = (
    "I have your text: {size} words. Shall I save it as the document **{title}**, so that you can ask "
    "about it? For another name, say “save it as a document called …”."
)


async def react_to_pasted_text(pack: ContextPack) -> Reaction | None:
    """React to a text that comes without an order or a question."""
    text = None if pack.dialogue.top or pack.forced_action else read_pasted_text(pack.message)
    if text is None or _asks(pack, text):
        return None
    title = text.title or _UNTITLED
    state = remember_thought(pack, pack.dialogue, f"save it as a document called “{title}”")
    said = _OFFER.format(size=text.size, title=plain(title))
    outputs = give(TextDelta(said), DialogueChanged(state))
    return Reaction.to(ActionType.UNKNOWN, "You pasted a text.", outputs, 0.9)


def _asks(pack: ContextPack, text: PastedText) -> bool:
    """Return whether the line above the text is an order or a question."""
    situation = situation_of(pack)
    orders = (one for one in read_commands(text.above, situation).commands if not one.tentative)
    return is_question(text.above) or any(orders) or read_commands(pack.message, situation).is_whole
