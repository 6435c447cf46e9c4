"""Creates a draft's agent and gives it an order at once: 'yes, and run it now'."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.builder.making import make, quote_left
from agents.builder.told import as_told, told_beside_yes
from agents.context.dialogue import DialogueState
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.selectors import catalogue
from agents.events import Outputs, TextDelta, chain, say
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from intent.commands.words import as_words
from intent.dialogue import beside_yes
from intent.forms.orders import order_at_end, order_behind_yes, order_of_draft
from omniforge.storage.database import in_database

_LIMITED = "but"


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
    is_limited = bool(told.left) and (_LIMITED in as_words(pack.message) or _orders_first(pack))
    draft = as_told(top.draft, replace(told, left=()))
    is_said = told.values or told.left
    return (
        _made(pack, draft, [*told.left, *filter(None, [order])])
        if draft and is_said and not is_limited
        else None
    )


def _orders_first(pack: ContextPack) -> bool:
    """Return whether the yes itself is an order for an agent that isn't created: 'run it so I can see'."""
    said = pack.message.replace(beside_yes(pack.message), "").strip(" ,.;!")
    return bool(order_of_draft(said, situation_of(pack)))


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
