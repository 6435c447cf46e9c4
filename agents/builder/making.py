"""Creates a draft's agent or skill as its yes says, or asks again for what can't be used."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from agents.builder.creation import create
from agents.builder.form import Form
from agents.builder.limits import describe_missing
from agents.builder.questions import ask_next
from agents.context.agent_changes import AgentChange, add_changes
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta
from omniforge.errors import Conflict, InvalidInput
from omniforge.tables.markdown import plain

_LEFT = "I left this out because I didn't understand it: “{}”."


async def make(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    """Create what a complete draft describes, or ask for a value that can't be used."""
    yield AgentPhase("executing", f"Creating {draft.slots['name']}")
    try:
        operation, said, offer = await create(pack, draft)
    except (Conflict, InvalidInput) as error:
        async for output in _asked_again(pack, form, draft, error):
            yield output
        return
    yield operation
    yield TextDelta(said)
    if offer:
        yield offer
    dialogue = pack.dialogue.closed()
    if operation.entity_type == "agent":
        made = AgentChange(str(pack.turn_id), operation.entity_id, 0, 1)
        changes = add_changes(dialogue.agent_changes, [made])
        dialogue = replace(dialogue, last_agent=operation.entity_name, at_hand="agent", agent_changes=changes)
    yield DialogueChanged(dialogue)


async def make_unless_limited(pack: ContextPack, form: Form, draft: Draft, *, said: str) -> Outputs:
    """Create a changed draft at once, or show it first if there is something new that it can't do."""
    limit = await describe_missing(pack, draft)
    known = any(limit in str(one.content) for one in pack.window)
    if known and said:
        yield TextDelta(f"{said} ")
    outputs = make(pack, form, draft) if known else ask_next(pack, form, draft, said=said)
    async with aclosing(outputs):
        async for output in outputs:
            yield output


def quote_left(left: Sequence[str]) -> str:
    """Return the sentence that quotes what was left out, empty if nothing was."""
    return _LEFT.format("”; “".join(map(plain, left))) if left else ""


def _asked_again(pack: ContextPack, form: Form, draft: Draft, error: Conflict | InvalidInput) -> Outputs:
    """Ask for the invalid value: another source if its address can't be read, else another name."""
    wrong = "source" if isinstance(error, InvalidInput) and "url" in error.fields else "name"
    slots = {slot: value for slot, value in draft.slots.items() if slot != wrong}
    return ask_next(pack, form, replace(draft, slots=slots, asking=wrong), said=error.message)
