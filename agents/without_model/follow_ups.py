"""Answers a question that follows up on what was just asked or said: 'and Ben?', 'and 20%?'"""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs, say
from agents.knowledge.from_talk import find_facts
from agents.runs.runner import run_commands
from agents.without_model.lookups import answer_from_work, answer_with_documents, following, following_text
from agents.without_model.orders import try_commands
from agents.without_model.reaction import Reaction
from intent.aside import is_long
from intent.commands import Reading, read_commands
from intent.material import read_material
from intent.questions.other_days import between_days, other_day, with_other_day
from intent.questions.reading_on import asks_what_follows
from intent.questions.sum_again import (
    as_one_sentence,
    asks_again,
    repeat_sum,
    with_named_day,
    with_stated_day,
)
from intent.questions.work import WorkQuestion, read_work_question
from intent.statements.totals import asks_total, told_total, total_of
from intent.types import ActionType, Mode
from omniforge.tables.markdown import plain

_SUMS = (
    "date.until",
    "date.between",
    "date.today",
    "date.of",
    "sum",
    "sum.told",
    "sum.worked",
    "sum.tax",
    "sum.rated",
    "sum.share",
    "sum.fits",
    "sum.percent_of",
    "unit.convert",
    "date.shift",
)
_OF_DAYS = (*_SUMS, "event.list")  # can be repeated for another day
_LOOKED_BACK = 4  # messages that a sum may follow up on
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
    asked = following(pack, pack.message) or _of_lateness(pack)
    outputs = await answer_from_work(pack, asked, sure=True) if asked else None
    return _told(outputs) if outputs else None


async def react_to_sum_again(pack: ContextPack) -> Reaction | None:
    """React to a sum in two sentences, and to 'and 20%?', 'and on Friday?' as the last question varied."""
    if pack.dialogue.top or pack.forced_action:
        return None
    text = "" if is_long(pack.message) else _varied(pack)
    reading = _one_of(_OF_DAYS, pack, text) if text else None
    outputs = await try_commands(run_commands(pack, reading)) if reading else _total(pack)
    return _told(outputs) if outputs else None


def _varied(pack: ContextPack) -> str:
    """Return the sum or question that a message means, empty if it varies none."""
    return as_one_sentence(pack.message) or _dated(pack) or _of_another_day(pack) or _again(pack)


def _total(pack: ContextPack) -> Outputs | None:
    """Return the total of a list's amounts, or of the newest fact with several, if it is asked for.

    A table's figures are of several columns.
    """
    totals = iter([None if read_material(pack.message) else told_total(pack.message)])
    if asks_total(pack.message):
        totals = (total_of(one.text) for one in reversed(find_facts(pack)))
    total = next((one for one in totals if one), None)
    if total is None:
        return None
    made = " + ".join(f"{one:,f}" for one in total.amounts)
    whole = f"{sum(total.amounts):,f} {plain(total.unit)}".strip()
    return say(f"{made} is **{whole}**.")


def _dated(pack: ContextPack) -> str:
    """Return a question that counts from 'that' with the day filled in from the words or message before."""
    last, today = pack.window[-2:], pack.now.date()  # the question and its answer
    told = (with_named_day(str(one.content), pack.message, today) for one in last)
    return with_stated_day(pack.message, today) or next((one for one in told if one), "")


def _of_another_day(pack: ContextPack) -> str:
    """Return 'and until 3 May?' as the last sum or calendar question with that day.

    After two such days it asks for the time between them.
    """
    said, today = pack.said[-_LOOKED_BACK:], pack.now.date()
    if not other_day(pack.message, today):
        return between_days(said, pack.message, today)
    before = ""
    for one in said:
        before = one if _one_of(_OF_DAYS, pack, one) else with_other_day(before, one, today)
    return with_other_day(before, pack.message, today)


def _again(pack: ContextPack) -> str:
    said = pack.said
    if said and asks_total(pack.message) and _is_tax(pack, said[-1]):
        return said[-1]  # the answer already contains its result
    if not asks_again(pack.message):
        return ""
    return repeat_sum([*said[-_LOOKED_BACK:], pack.message], lambda text: _sum_in(pack, text) is not None)


def _is_tax(pack: ContextPack, text: str) -> bool:
    reading = _sum_in(pack, text)
    return reading is not None and reading.commands[0].name == "sum.tax"


def _sum_in(pack: ContextPack, text: str) -> Reading | None:
    return _one_of(_SUMS, pack, text)


def _one_of(names: Sequence[str], pack: ContextPack, text: str) -> Reading | None:
    """Return a text as the one command of these names that covers it."""
    reading = read_commands(text, replace(situation_of(pack), number=None, told="", said=""))
    found = [one.name for one in reading.commands]
    return reading if reading.is_whole and len(found) == 1 and found[0] in names else None


def _told(outputs: Outputs) -> Reaction:
    return Reaction.to(ActionType.QUERY_INFO, _REASON, outputs, 0.9, Mode.INFORM)


def _of_lateness(pack: ContextPack) -> WorkQuestion | None:
    asked = read_work_question(pack.message, pack.now.date())
    return asked if asked and asked.points and "lateness" in asked.said else None
