"""Answers a question that follows up on what was just asked or said: 'and Ben?', 'and 20%?'"""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs
from agents.runs.runner import run_commands
from agents.without_model.answers_by_command import answer_from_work
from agents.without_model.lookups import answer_with_documents, following, following_text
from agents.without_model.orders import try_commands
from agents.without_model.reaction import Reaction
from intent.aside import is_long
from intent.commands import Reading, read_commands
from intent.questions.reading_on import asks_what_follows
from intent.questions.sum_again import (
    as_one_sentence,
    gives_other_figure,
    with_named_day,
    with_other_figure,
    with_stated_day,
)
from intent.questions.work import WorkQuestion, read_work_question
from intent.sentences.question_forms import is_question
from intent.types import ActionType, Mode

_SUMS = (
    *("date.until", "date.between", "date.today", "date.of", "sum", "sum.told", "sum.worked", "sum.tax"),
    *("sum.share", "sum.percent_of", "unit.convert", "date.shift"),
)
_OF_DAYS = (*_SUMS, "event.list")  # can be repeated for another day
_THEN = " then"
_REASON = "You go on with what you asked before."


async def react_to_follow_up(pack: ContextPack) -> Reaction | None:
    """React to an elliptical follow-up question, also to 'how late is it?' for a late task.

    'And after that?' continues in the document that the last answer came from.
    """
    if pack.dialogue.top or pack.forced_action:
        return None
    behind = await following_text(pack) if asks_what_follows(pack.message) else None
    if behind:
        return _told(answer_with_documents(behind))
    asked = following(pack, pack.message) or _of_other_days(pack) or _of_lateness(pack)
    outputs = await answer_from_work(pack, asked, sure=True) if asked else None
    return _told(outputs) if outputs else None


async def react_to_sum_again(pack: ContextPack) -> Reaction | None:
    """React to a sum in two sentences, and to a question that counts from the day told before it."""
    if pack.dialogue.top or pack.forced_action or is_long(pack.message):
        return None
    text = as_one_sentence(pack.message) or _dated(pack)
    reading = _one_of(_OF_DAYS, pack, text) if text else None
    if reading is None and (anew := with_other_figure(_sum_before(pack), pack.message)):
        reading = _one_of(_SUMS, pack, anew)
    outputs = await try_commands(run_commands(pack, reading)) if reading else None
    return _told(outputs) if outputs else None


def _sum_before(pack: ContextPack) -> str:
    """Return the last message that doesn't only give another figure, empty if there is none."""
    return next((one for one in reversed(pack.said) if not gives_other_figure(one)), "")


def _dated(pack: ContextPack) -> str:
    """Return a question that counts from 'that' with the day filled in from the words or message before."""
    last, today = pack.window[-2:], pack.now.date()  # the question and its answer
    told = (with_named_day(str(one.content), pack.message, today) for one in last)
    return with_stated_day(pack.message, today) or next((one for one in told if one), "")


def _one_of(names: Sequence[str], pack: ContextPack, text: str) -> Reading | None:
    """Return a text as the one command of these names that covers it."""
    reading = read_commands(text, replace(situation_of(pack), number=None, told="", said=""))
    found = [one.name for one in reading.commands]
    return reading if reading.is_whole and len(found) == 1 and found[0] in names else None


def _told(outputs: Outputs) -> Reaction:
    return Reaction.to(ActionType.QUERY_INFO, _REASON, outputs, 0.9, Mode.INFORM)


def _of_other_days(pack: ContextPack) -> WorkQuestion | None:
    """Return the last question for other days: 'next week then', which behind a change would be its day."""
    bare = pack.message.strip(" .!?")
    asks_again = bare.endswith(_THEN) and pack.said and is_question(pack.said[-1])
    if not asks_again or pack.dialogue.did == "changed":
        return None
    asked = following(pack, f"and {bare.removesuffix(_THEN)}?")
    return asked if asked and asked.days else None


def _of_lateness(pack: ContextPack) -> WorkQuestion | None:
    asked = read_work_question(pack.message, pack.now.date())
    return asked if asked and asked.points and "lateness" in asked.said else None
