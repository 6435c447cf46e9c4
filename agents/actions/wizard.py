"""The conversation that fills a form: asks, takes answers and changes, recaps, and makes it on a yes."""

import re
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from agents.builder import Form
from agents.builder.answers import has_no_opinion
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import AgentPhase, DialogueChanged, Operation, Outputs, TextDelta
from agents.naming import free_name
from intent.types import ActionType, Intent, Move, Pending
from omniforge.errors import Conflict, InvalidInput

Create = Callable[[ContextPack, Draft], Awaitable[tuple[Operation, str]]]


def continue_form(
    pack: ContextPack, intent: Intent, form: Form, create: Create, taken: Collection[str]
) -> Outputs:
    """Take the message as an answer, a change or a yes to the open draft of `form`.

    `create` makes it and returns what it did and what to say of it; `taken` are the names in use.
    """
    draft = pack.dialogue.draft or Draft(form.kind)
    said_so = _read(form, draft, pack.message)
    changed = {slot: value for slot, value in said_so.items() if value != draft.slots.get(slot)}
    agreed = intent.move is not None and intent.move.move is Move.CONFIRM
    if agreed and draft.asking == "confirm" and not changed:
        return _make(pack, form, draft, create, taken)
    if not changed and not agreed:
        said = _known_already(form, said_so) or _not_understood(form, draft)
    else:
        said = _noted(form, changed) if draft.asking != "start" else "Gladly."
    filled = replace(draft, slots={**draft.slots, **changed})
    if changed or agreed:
        filled = ask_next(form, filled, taken)
    return ask(pack, form, filled, said=said)


def ask_next(form: Form, draft: Draft, taken: Collection[str]) -> Draft:
    """Return the draft with the slot that is to be asked for next, or named and ready to confirm."""
    if spec := form.next_slot(draft.slots):
        return replace(draft, asking=spec.name)
    name = free_name(draft.slots.get("name") or form.suggest_name(draft.slots), taken)
    return replace(draft, slots={**draft.slots, "name": name}, asking="confirm")


async def ask(pack: ContextPack, form: Form, draft: Draft, *, said: str = "") -> Outputs:
    """Yield the draft as it is, the open question after `said`, and the state that waits for its answer."""
    question = form.question(draft)
    yield form.wizard(draft)
    if draft.asking == "confirm":
        facts = "\n".join(form.facts(draft.slots))
        text = (
            f"{said or 'Good.'} This is the "
            f"{form.noun}:\n\n{facts}\n\n{_twin_note(pack, form, draft)}{question}"
        )
    else:
        text = f"{said} {question}".strip()
    yield TextDelta(text)
    yield DialogueChanged(pack.dialogue.waiting(pending_of(form, draft), draft))
    yield AgentPhase("waiting", "Waiting for your answer")


def pending_of(form: Form, draft: Draft) -> Pending:
    """Return what the conversation waits for while `draft` is open."""
    action, question = ActionType(form.kind), form.question(draft)
    if draft.asking in ("confirm", "start"):
        return Pending(action, "confirm", question)
    return Pending(action, "slot", question, slot=draft.asking)


async def _make(
    pack: ContextPack, form: Form, draft: Draft, create: Create, taken: Collection[str]
) -> Outputs:
    yield AgentPhase("executing", f"Creating {draft.slots['name']}")
    try:
        operation, said = await create(pack, draft)
    except (Conflict, InvalidInput) as error:
        async for output in ask(pack, form, replace(draft, asking="name"), said=error.message):
            yield output
        return
    yield operation
    yield TextDelta(said)
    made = operation.entity_name if operation.entity_type == "agent" else pack.dialogue.last_agent
    yield DialogueChanged(replace(pack.dialogue.settled(), last_agent=made))


def _read(form: Form, draft: Draft, message: str) -> dict[str, str]:
    asking = "" if draft.asking in ("confirm", "start") else draft.asking
    spec = next((spec for spec in form.slots if spec.name == asking), None)
    if spec and spec.default and has_no_opinion(message):
        return {asking: spec.default}
    return {slot: value for slot, value in form.read(message, asking).items() if value}


def _noted(form: Form, changed: dict[str, str]) -> str:
    return f"Got it. {_told(form, changed)}." if changed else "Good."


def _known_already(form: Form, said: dict[str, str]) -> str:
    return f"So it is noted already. {_told(form, said)}." if said else ""


def _told(form: Form, slots: dict[str, str]) -> str:
    return "; ".join(f"{form.label(slot)}: {value}" for slot, value in slots.items())


def _not_understood(form: Form, draft: Draft) -> str:
    if draft.asking == "confirm":
        return "Not created. Tell me what should be different, for example 'make it daily'."
    if draft.asking == "when":
        return "I could not read a schedule in that."
    labels = ", ".join(spec.label.lower() for spec in form.slots)
    return f"I could not fit that into the {form.noun}. Its parts are: {labels}."


def _twin_note(pack: ContextPack, form: Form, draft: Draft) -> str:
    """Say so where the name had to be made free because there is one of that name already."""
    stem = re.sub(r"-\d+$", "", draft.slots["name"])
    if form.noun != "agent" or stem == draft.slots["name"]:
        return ""
    if stem not in {card.name for card in pack.catalogue.agents}:
        return ""
    return f"There is an agent {stem} already. To use it, say 'run {stem}' or 'change {stem}'.\n\n"
