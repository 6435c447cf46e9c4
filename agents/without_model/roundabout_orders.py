"""Carries out a roundabout order: 'on reflection 17:15 would be better, as the van leaves at five'."""

from dataclasses import replace

from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.handlers.items import load_kept
from agents.handlers.references.people import name_words
from agents.without_model.agent_corrections import react_to_correction_of_current_agent
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.commands import Reading, read_commands
from intent.commands.words import as_words
from intent.forms.fits import says_more
from intent.plain.put_right import meant_in_report
from intent.plain.rephrased import (
    meant_instead,
    names_project,
    rephrasings,
    shifted_as,
    with_names,
    with_that_day,
)
from intent.sentences.question_forms import is_question, is_request
from intent.slots.days import find_days
from intent.statements.permanence import says
from omniforge.storage.database import in_database

_LOOKED_BACK = 3  # messages that may say by how much something moves
_LONGEST = 400  # characters of an order
_DEEDS = ("changed", "arranged", "undone")
_NEW_AGENT = "agent.create"
_SENTENCE_ENDS = frozenset(".!?")
_DONE = "done"
_REPLACES, _DELETES = " instead of ", ".delete"


async def react_to_rephrasing(pack: ContextPack) -> Reaction | None:
    """React to an order that is only readable without the words around it, or rephrased."""
    if pack.forced_action or isinstance(pack.dialogue.top, OpenDraft) or _is_plain(pack):
        return None
    for text in await in_database(_wordings, pack):
        again = replace(pack, message=text)
        found = read_commands(text, situation_of(again))
        orders = [one for one in found.commands if one.writes and one.name != _NEW_AGENT]
        if _names_first(pack.message) and any(
            one.points_back and one.name.endswith(_DELETES) for one in orders
        ):
            continue  # 'the oak one, delete that'
        if not (found.is_whole and orders and len(orders) == len(found.commands)):
            reaction = await react_to_correction_of_current_agent(again)
        else:
            reaction = await run_message_commands(again, answer_beside)
        if reaction:
            return reaction
    return None


def _names_first(message: str) -> bool:
    """Return whether the words before a comma only name something, which 'that' behind it means."""
    before, comma, _ = message.partition(",")
    return bool(comma) and not says(as_words(before))


def _is_plain(pack: ContextPack) -> bool:
    """Return whether a message is understood as written. A reason may look like an agent's days."""
    if names_project(pack.message) or meant_instead(pack.message):
        return False  # 'a new job' may sound like a task, 'leave it open' like an order of its own
    found = read_commands(pack.message, situation_of(pack))
    wished = any("standing" in one.slots for one in found.commands)
    unsure = any(one.tentative for one in found.commands) and not _reports_first(found, pack.message)
    return found.is_whole and not wished and not unsure


def _reports_first(found: Reading, message: str) -> bool:
    """Return whether a report stands before an order in a sentence: 'it is cut, and give the rest to Ann'."""
    first, *others = found.commands
    if not others or not ("deed" in first.slots or first.slots.get("state") == _DONE):
        return False
    return not _SENTENCE_ENDS & {*message[first.span[1] : others[0].span[0]]}


def _wordings(pack: ContextPack) -> list[str]:
    """Return other wordings of an order: with its day resolved, and people's names."""
    before = pack.said[-1] if pack.said and pack.dialogue.did in _DEEDS else ""
    if meant := meant_in_report(pack.message, before):
        named = with_names(meant, name_words(pack.access))
        return [named, *rephrasings(named)]
    if len(pack.message) > _LONGEST or (is_question(pack.message) and not is_request(pack.message)):
        return []
    said = shifted_as(with_that_day(pack.message, _day_meant(pack)), pack.said[-_LOOKED_BACK:])
    named = with_names(said, name_words(pack.access))
    after = pack.dialogue.did if pack.dialogue.did in _DEEDS else ""
    texts = dict.fromkeys((said, named))
    found = [one for text in texts for one in (text, *rephrasings(text, after))]
    replacing = [one for one in found if _REPLACES in one and one != pack.message]
    adds = pack.dialogue.at_hand == "agent" and says_more(pack.message)  # 'also on Saturdays'
    found = [one for one in dict.fromkeys(found) if one != pack.message and says_more(one) >= adds]
    return replacing or found


def _day_meant(pack: ContextPack) -> str:
    """Return the one day that the message names itself, else that of the last changed thing.

    It is 'the same day' if there is none.
    """
    touched = pack.dialogue.touched
    days = {one.first for one in find_days(pack.message, pack.now.date())}
    if not days and len(touched) == 1:
        days = {one.due for one in load_kept(pack.access, touched) if one.due}
    day = days.pop() if len(days) == 1 else None
    return f"{day.day} {day:%B %Y}" if day else "the same day"
