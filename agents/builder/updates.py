"""Puts values into a draft, fills in obvious ones, and asks for missing ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.builder.form import Form
from agents.builder.limits import note_file
from agents.builder.making import make_unless_limited, quote_left
from agents.builder.questions import ask_next
from agents.builder.sources import with_its_name, with_source
from agents.builder.told import missing_for, wishes_of
from agents.builder.unclear import describe_unread, limits_time, note_other_pages
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.names import free_name, to_kebab
from agents.events import Outputs
from agents.models import THIS_WORKSPACE
from intent.commands.places import files_in
from intent.forms import Filled
from intent.forms.counter_questions import limits_itself
from intent.forms.filled import AT, STORED
from intent.forms.fits import names_workspace
from intent.forms.own_work import STANDING, works_in_workspace
from omniforge.tables.markdown import plain

_HERE = "this chat"
_OWN_CHAT = "Scheduled results can't come to this chat: they get a chat of their own."
_WHEN = ("when", STORED)  # kept together: if a part of them isn't understood, both stay unchanged


def apply_values(
    pack: ContextPack,
    form: Form,
    draft: Draft,
    filled: Filled,
    *,
    left: Sequence[str] = (),
    makes: bool = False,
) -> Outputs:
    """Put values into a draft, and ask for missing ones. Reports what was not understood, or `left` out.

    `makes`: it was to be created at once, so what is left open becomes usual, and what is missing is said.
    """
    is_timed = bool(filled.problem) and limits_time(filled.problem)
    values = {slot: one for slot, one in filled.values.items() if not (is_timed and slot in _WHEN)}
    if names_workspace(values.get("source", "")):
        values["source"] = THIS_WORKSPACE
    if "name" in values:
        values["name"] = to_kebab(values["name"])
    values = _with_wishes(draft, with_its_name(form, draft.slots, values))
    changed = {slot: value for slot, value in values.items() if value != draft.slots.get(slot)}
    after = replace(draft, slots={**draft.slots, **values})
    said = _taken_note(pack, draft, changed) or _noted(form, changed, after.slots, draft.slots)
    if "source" in changed:
        notes = note_other_pages(pack.message), note_file(pack, values["source"])
        said = " ".join(filter(None, (said, *notes)))
    if filled.problem:
        said = f"{said} {describe_unread(draft, filled)}".strip()
        after = after if changed else draft
    elif not values and not makes:
        said = "I didn't understand that."
    elif not changed:
        said = said or (_OWN_CHAT if _wants_this_chat(values, after) else "OK.")
    after = fill_defaults(pack, after)
    then = with_next(pack, form, with_usual(form, after) if makes else after)
    missing = missing_for(form, then) if makes else ""
    said = " ".join(filter(None, (said, quote_left(left), missing)))
    if makes and draft.asking == then.asking == "confirm" and not (left or filled.problem):
        return make_unless_limited(pack, form, then, said=said)
    return ask_next(pack, form, then, said=said)


def _wants_this_chat(values: Mapping[str, str], draft: Draft) -> bool:
    """Return whether the results of a schedule should come to this chat, which they can't."""
    return values.get("destination") == _HERE and bool(draft.slots.get("cron"))


def _with_wishes(draft: Draft, values: dict[str, str]) -> dict[str, str]:
    """Return values in which new work keeps the wishes that were told for the work before."""
    kept = [one for one in wishes_of(draft.slots) if one not in values.get("instructions", "")]
    if "purpose" not in values or "instructions" not in values or not kept:
        return values
    return {**values, "instructions": "\n".join([values["instructions"].replace("\n", " "), *kept])}


def _taken_note(pack: ContextPack, draft: Draft, changed: dict[str, str]) -> str:
    name = changed.get("name", "")
    return f"There's already one called {name}." if name in _taken(pack, draft) else ""


def _noted(form: Form, changed: dict[str, str], slots: Mapping[str, str], before: Mapping[str, str]) -> str:
    told = [
        f"{spec.label}: {spec.shown(changed[spec.name], slots).rstrip('.') or 'none'}"
        for spec in form.slots
        if spec.name in changed
    ]
    told += [f"Instructions: “{plain(one)}”" for one in _new_instructions(changed, before)]
    told += [f"Time: {changed[AT][:5]}"] if changed.get(AT) else []
    return f"{'. '.join(told)}." if told else "Noted." if changed else ""


def _new_instructions(changed: Mapping[str, str], before: Mapping[str, str]) -> list[str]:
    """Return the new lines of instructions. The first one beside new work says the same as that."""
    lines = changed.get("instructions", "").splitlines()["purpose" in changed :]
    return [one for one in lines if one not in before.get("instructions", "").splitlines()]


def fill_defaults(pack: ContextPack, draft: Draft) -> Draft:
    """Fill in the obvious values of an agent: for the workspace's own things the source is this workspace."""
    if draft.kind != "create_agent":
        return draft
    slots = with_source(pack, draft.slots)
    own = works_in_workspace(slots.get("purpose", ""), situation_of(pack, scope=STANDING))
    if own and not slots.get("source_question"):
        slots = {"source": THIS_WORKSPACE, **slots}
    if slots.get("source") == THIS_WORKSPACE:
        slots = {"subject": "everything", "destination": _HERE, **slots}
    if files_in(slots.get("source", "")) and limits_itself(slots.get("purpose", "")):
        slots = {"subject": "everything", **slots}
    return replace(draft, slots=slots)


def with_usual(form: Form, draft: Draft) -> Draft:
    """Return a draft whose source is known with the usual values of what is left open."""
    usual = {spec.name: spec.default for spec in form.slots if spec.default and draft.slots.get("source")}
    return replace(draft, slots={**usual, **draft.slots})


def with_next(pack: ContextPack, form: Form, draft: Draft) -> Draft:
    """Return the draft with the next slot to ask for, or named and ready to confirm."""
    if spec := form.next_slot(draft.slots):
        return replace(draft, asking=spec.name)
    taken = _taken(pack, draft)
    name = free_name(to_kebab(draft.slots.get("name", "")) or form.suggest_name(draft.slots), taken)
    return replace(draft, slots={**draft.slots, "name": name}, asking="confirm")


def _taken(pack: ContextPack, draft: Draft) -> set[str]:
    if draft.kind == "create_skill":
        return set(pack.catalogue.skills)
    return {card.name for card in pack.catalogue.agents}
