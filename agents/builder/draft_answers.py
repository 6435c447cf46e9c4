"""Answers what is asked or ordered of a draft as if it were an agent already: when it runs, what it does."""

from agents.builder.form import Form
from agents.builder.questions import ask_next
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.definitions.lines import ON_HOLIDAYS
from agents.events import Outputs
from intent.forms.orders import HOLIDAYS, SHOW, TRY, points_at_several

_TRIED = " Once it is, you can do a dry run, which changes and sends nothing."


def is_of_listed(pack: ContextPack) -> bool:
    """Return whether 'they' in a message are the agents that the last answer named, and not a draft."""
    told = pack.window[-1].content if pack.window else ""
    return points_at_several(pack.message) and any(f"**{one.name}**" in told for one in pack.catalogue.agents)


def answer_about_draft(pack: ContextPack, form: Form, draft: Draft, order: str) -> Outputs:
    """Answer that, and ask the question of the draft again."""
    if order == SHOW:
        return ask_next(pack, form, draft, said=_planned(form, draft))
    if order == HOLIDAYS:
        return ask_next(pack, form, draft, said=ON_HOLIDAYS)
    return _too_early(pack, form, draft, tries=order == TRY)


def _planned(form: Form, draft: Draft) -> str:
    """Say that a draft isn't created yet, and what it holds. One to confirm is told with its question."""
    early = f"The {form.noun} isn't created yet."
    named = {"name": form.suggest_name(draft.slots)} if draft.slots.get(form.slots[0].name) else {}
    facts = "\n".join(form.facts({**named, **draft.slots}))
    return early if draft.asking == "confirm" or not facts else f"{early} So far we have:\n\n{facts}\n\n"


def _too_early(pack: ContextPack, form: Form, draft: Draft, *, tries: bool = False) -> Outputs:
    """Say that what is only a draft doesn't run yet, and ask its question again."""
    when = draft.slots.get("when", "")
    later = _TRIED if tries else f" Once it is, it runs {when}." if when else ""
    return ask_next(pack, form, draft, said=f"The {form.noun} isn't created yet.{later}")
