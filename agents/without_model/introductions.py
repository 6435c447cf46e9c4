"""Answers people who introduce themselves or tell more: notes it, offers the project they speak of."""

from collections.abc import Sequence
from dataclasses import replace

from agents.context.pack import ContextPack
from agents.events import DialogueChanged, TextDelta, give, say
from agents.runs.ideas import remember_thought
from agents.runs.missed_parts import report_missed, without_remarks
from agents.without_model.confirmed_facts import confirm_facts, find_stated_facts
from agents.without_model.reaction import Reaction
from intent.dialogue import Reply, read_answer
from intent.statements.facts import is_stated
from intent.statements.from_replies import NOTED
from intent.statements.introductions import Introduction, is_wish, read_introduction
from intent.statements.notes import further_note
from intent.statements.statement import Statement
from intent.types import ActionType
from omniforge.tables.markdown import plain

_ORDER = "create a project called {}"
_OFFER = "Shall I create a project called **{}**?"
_FIRST = "Say what I should do first, or “help” to see what I can do."


async def react_to_introduction(pack: ContextPack) -> Reaction | None:
    """React to 'hello, I run a bakery', if the message says nothing that could be an order."""
    told = None if pack.dialogue.top or pack.forced_action else read_introduction(pack.message)
    facts = find_stated_facts(pack, is_order=False) if told else []
    if told is None or not (facts or told.project or told.is_bare):
        return None
    state = pack.dialogue.missed()
    if told.project:
        state = remember_thought(pack, state, _ORDER.format(told.project))
    outputs = give(TextDelta(_answer(pack, told, facts)), DialogueChanged(state))
    return Reaction.to(ActionType.UNKNOWN, "You introduced yourself.", outputs, 0.9)


def _answer(pack: ContextPack, told: Introduction, facts: Sequence[Statement]) -> str:
    noted = " ".join(f"“{plain(one.text.rstrip('.'))}.”" for one in facts)
    left = [one for one in without_remarks(told.rest) if is_wish(one) or not is_stated(one)]
    asks = _OFFER.format(plain(told.project)) if told.project else _FIRST
    greeting = ["Hello."] if read_answer(pack.words).said is Reply.HELLO else []
    said = f"{NOTED}{noted} {asks}" if noted else asks
    return "\n\n".join((*greeting, said, *report_missed(left)))


async def react_to_further_note(pack: ContextPack) -> Reaction | None:
    """React to 'also: …' right after a fact was noted, if the words are no order."""
    last = str(pack.window[-1].content) if pack.window else ""
    told = further_note(pack.message) if last.startswith(NOTED) and not pack.dialogue.top else ""
    stated = find_stated_facts(replace(pack, message=f"note that {told}")) if told else []
    if not stated:
        return None
    return Reaction.to(ActionType.UNKNOWN, "You told me more.", say(confirm_facts(stated, told)), 0.9)
