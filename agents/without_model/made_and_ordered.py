"""Creates a draft's agent and gives it an order at once: 'yes, and run it now'."""

from contextlib import aclosing
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.builder.form_dialogue import make
from agents.builder.told import as_told, told_beside_yes
from agents.context.dialogue import DialogueState
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.selectors import catalogue
from agents.events import Outputs, TextDelta, chain
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from intent.forms.orders import order_at_end, order_behind_yes
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_NOT_DONE = "\n\nI haven't done this: “{}”."


def make_and_order(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Return the outputs of creating a complete draft and of the order behind the yes; None without one."""
    draft: Draft | None = top.draft
    form = FORMS[top.draft.kind]
    if top.draft.kind != "create_agent" or top.draft.asking != "confirm":
        return None
    if not (order := order_behind_yes(pack.message, situation_of(pack))):
        before, order = order_at_end(pack.message, situation_of(pack))  # 'yes, but at 8, and run it'
        told = told_beside_yes(replace(pack, message=before), form, top.draft)
        draft = as_told(top.draft, told) if order and told.values else None
    if draft is None:
        return None
    made = partial(make, pack, form, draft)
    return chain(pack.dialogue, (lambda _: made(), partial(_ordered, pack, order)))


async def _ordered(pack: ContextPack, order: str, dialogue: DialogueState) -> Outputs:
    """Give the order to the agent just created. Say so if there is none, or if it can't be done."""
    existing = await in_database(catalogue, pack.access)
    then = replace(pack, message=order, dialogue=dialogue, catalogue=existing)
    is_made = dialogue.at_hand == "agent" and len(dialogue.open) < len(pack.dialogue.open)
    reaction = await run_message_commands(then, answer_beside) if is_made else None
    if reaction is None:
        yield TextDelta(_NOT_DONE.format(plain(order)))
        return
    yield TextDelta("\n\n")
    async with aclosing(reaction.outputs) as outputs:
        async for output in outputs:
            yield output
