"""Creates a draft's agent and gives it an order at once: 'yes, and run it now'."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.builder.making import make, quote_left
from agents.builder.told import as_told, said_beside, told_beside_yes
from agents.context.dialogue import DialogueState
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.selectors import catalogue
from agents.events import Outputs, TextDelta, chain, say
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from intent.commands.words import as_words
from intent.dialogue import Reply, read_decision
from intent.forms.each_sentence import says_go_ahead
from intent.forms.orders import order_at_end, order_behind_yes
from omniforge.storage.database import in_database

_LIMITED, _JOINTS = "but", ("and", "also", "then", ",", ".", ";", ":", "!", "-")


def make_and_order(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Return the outputs of creating a complete draft and of what else a yes is said beside; None without.

    'Yes, but at 8, and run it', 'create it, and ring Ann': what can't be done is said.
    """
    form = FORMS[top.draft.kind]
    if top.draft.kind != "create_agent" or top.draft.asking != "confirm":
        return None
    if order := order_behind_yes(pack.message, situation_of(pack)):
        return _made(pack, top.draft, [order])
    before, order = order_at_end(pack.message, situation_of(pack))
    told = told_beside_yes(replace(pack, message=before) if order else pack, form, top.draft)
    may_be = _LIMITED not in as_words(pack.message) and _says_yes(pack, form.question(top.draft))
    draft = as_told(top.draft, replace(told, left=()))
    orders = [*told.left, *filter(None, [order])]
    is_meant = may_be if told.left else bool(told.values)
    return _made(pack, draft, orders) if draft and is_meant else None


def _says_yes(pack: ContextPack, question: str) -> bool:
    """Return whether what an order is said beside is a yes to a question: 'delete it' is none."""
    words = as_words(pack.message.replace(said_beside(pack.message), ""))
    said = " ".join(one for one in words if one not in _JOINTS)
    return says_go_ahead(said) or read_decision(said, question) is Reply.YES


def _made(pack: ContextPack, draft: Draft, orders: Sequence[str]) -> Outputs:
    """Create a draft, then carry out the orders."""
    made = partial(make, pack, FORMS[draft.kind], draft)
    return chain(pack.dialogue, (lambda _: made(), *(partial(_ordered, pack, one) for one in orders)))


async def _ordered(pack: ContextPack, order: str, dialogue: DialogueState) -> Outputs:
    """Carry out an order after a creation, for the new agent or anything else. Say so if that can't be."""
    existing = await in_database(catalogue, pack.access)
    then = replace(pack, message=order, dialogue=dialogue, catalogue=existing)
    is_made = dialogue.at_hand == "agent" and len(dialogue.open) < len(pack.dialogue.open)
    reaction = await run_message_commands(then, answer_beside) if is_made else None
    yield TextDelta("\n\n")
    async with aclosing(reaction.outputs if reaction else say(quote_left([order]))) as outputs:
        async for output in outputs:
            yield output
