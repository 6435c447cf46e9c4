"""Answers the questions that come with a pasted text from it, and offers to save a text without any."""

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, TextDelta, give, say
from agents.knowledge.from_pastes import answer_from_text
from agents.runs.ideas import remember_thought
from agents.without_model.reaction import Reaction
from intent.commands import Situation, read_commands
from intent.statements.pasted_texts import OFFERED, PastedText, read_pasted_text
from intent.text import LONGEST_HEARD
from intent.types import ActionType
from omniforge.projects.search.sentences import sentences_of
from omniforge.tables.markdown import plain

_UNTITLED = "Pasted text"
_OFFER = (
    "{size} words. Shall I save it as the document **{title}**, so that you can ask "
    "about it? For another name, say “save it as a document called …”."
)
_NOT_OF_IT = ("text.", "talk.")  # 'how many words is that?', 'what can you do?'
_MADE = ".create"


async def react_to_pasted_text(pack: ContextPack) -> Reaction | None:
    """React to a text that comes without an order, so that none of its words is taken for one."""
    text = None if pack.forced_action else read_pasted_text(pack.message)
    if text is None or _is_ordered(pack, text) or (pack.dialogue.top and not text.asked):
        return None
    answer = await answer_from_text(pack.models, text.text, text.asked or text.above)
    if answer.is_sure or (text.asked and answer.text):
        return Reaction.to(ActionType.QUERY_INFO, "You ask about a text you pasted.", say(answer.text))
    title = text.title or _UNTITLED
    state = remember_thought(pack, pack.dialogue, f"save it as a document called “{title}”")
    said = f"{OFFERED}{_OFFER.format(size=text.size, title=plain(title))}"
    outputs = give(TextDelta(said), DialogueChanged(state))
    return Reaction.to(ActionType.UNKNOWN, "You pasted a text.", outputs, 0.9)


def _is_ordered(pack: ContextPack, text: PastedText) -> bool:
    """Return whether the person orders something: above the text, or in it if those are their own words."""
    situation = situation_of(pack)
    if read_commands(pack.message, situation).is_whole:
        return True
    reading = read_commands(text.above, situation)
    sure = [one for one in reading.commands if not one.tentative]
    is_own = any(one.writes or one.name.startswith(_NOT_OF_IT) for one in sure) and reading.is_whole
    is_order = is_own if text.asked else bool(sure)
    return is_order or (not text.is_others and _makes(text.text, situation))


def _makes(text: str, situation: Situation) -> bool:
    """Return whether a sentence creates something: 'we need a task for Ann', below 'does this work?'"""
    said = (one for line in text[:LONGEST_HEARD].splitlines() for one in sentences_of(line))
    read = (read_commands(one, situation) for one in said)
    return any(
        one.is_whole and any(each.name.endswith(_MADE) and not each.tentative for each in one.commands)
        for one in read
    )
