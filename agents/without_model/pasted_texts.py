"""Answers the questions that come with a pasted text from it, and offers to save a text without any."""

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, Outputs, TextDelta, give, say
from agents.knowledge.from_pastes import TextAnswer, answer_from_pasted, answer_from_text, is_of_text
from agents.runs.ideas import remember_thought
from agents.without_model.reaction import Reaction
from intent.commands import Situation, read_commands
from intent.questions.attachments import names_file
from intent.questions.work import WorkQuestion
from intent.sentences.question_forms import is_led, points_back
from intent.statements.facts import is_told
from intent.statements.pasted_texts import OFFERED, PastedText, read_pasted_text
from intent.text import LONGEST_HEARD
from intent.types import ActionType
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_UNTITLED = "Pasted text"
_OFFER = (
    "{size} words. Shall I save it as the document **{title}**, so that you can ask "
    "about it? For another name, say “save it as a document called …”."
)
_KEEP = "To keep the text, say “save it as a document called {title}”."
_NOT_OF_IT = ("text.", "talk.")  # 'how many words is that?', 'what can you do?'
_MADE = ".create"
OF_WORK = ("task", "event")


async def react_to_pasted_text(pack: ContextPack) -> Reaction | None:
    """React to a text that comes without an order, so that none of its words is taken for one."""
    text = None if pack.forced_action else read_pasted_text(pack.message)
    if text is None or _is_ordered(pack, text) or (pack.dialogue.top and not text.asked):
        return None
    title = text.title or _UNTITLED
    answer = await answer_from_text(pack.models, text.text, text.asked or text.above)
    if answer.is_sure or (text.asked and answer.text):
        said = f"{answer.text}\n\n{_KEEP.format(title=plain(title))}"
        return Reaction.to(ActionType.QUERY_INFO, "You ask about a text you pasted.", say(said))
    state = remember_thought(pack, pack.dialogue, f"save it as a document called “{title}”")
    said = f"{OFFERED}{_OFFER.format(size=text.size, title=plain(title))}"
    outputs = give(TextDelta(said), DialogueChanged(state))
    return Reaction.to(ActionType.UNKNOWN, "You pasted a text.", outputs, 0.9)


async def ask_texts(pack: ContextPack, question: str, asked: WorkQuestion | None = None) -> TextAnswer | None:
    """Return the answer of a text pasted into the talk, None without one, or to a question about work."""
    if asked and asked.kind in OF_WORK:
        return None
    return await answer_from_pasted(pack.models, pack.window, question)


def is_text_topic(pack: ContextPack) -> bool:
    """Return whether the last answer was about a text that the person pasted."""
    return bool(pack.window) and is_of_text(str(pack.window[-1].content))


async def near_in_texts(
    pack: ContextPack, question: str, asked: WorkQuestion | None, *, beside: bool
) -> Outputs | None:
    """Return what a pasted text comes close to, or that it doesn't answer a question about it.

    A question that only names a letter may be about a document, if one comes close `beside`.
    """
    text = await ask_texts(pack, question, asked)
    leans = is_text_topic(pack) and (points_back(question) or is_led(question))
    is_about = leans or (not beside and any(map(names_file, stems(question))))
    return say(text.text) if text and text.text and (text.is_near or is_about) else None


def _is_ordered(pack: ContextPack, text: PastedText) -> bool:
    """Return whether the person orders something: above the text, or in it if those are their own words."""
    situation = situation_of(pack)
    if read_commands(pack.message, situation).is_whole:
        return True
    reading = read_commands(text.above, situation)
    sure = [one for one in reading.commands if not one.tentative]
    is_own = any(one.writes or one.name.startswith(_NOT_OF_IT) for one in sure) and reading.is_whole
    leads = bool(sure) and sure[0].writes and sure[0].span[0] == 0
    is_order = is_own or leads if text.asked else bool(sure)
    return is_order or is_told(text.above) or (not text.is_others and _makes(text.text, situation))


def _makes(text: str, situation: Situation) -> bool:
    """Return whether a sentence creates something: 'we need a task for Ann', below 'does this work?'"""
    said = (one for line in text[:LONGEST_HEARD].splitlines() for one in sentences_of(line))
    read = (read_commands(one, situation) for one in said)
    return any(
        one.is_whole and any(each.name.endswith(_MADE) and not each.tentative for each in one.commands)
        for one in read
    )
