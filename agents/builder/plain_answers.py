"""Answers to a draft that are read by their form: no data, a channel, what to include, more or less work."""

from dataclasses import replace

from agents.builder.form import Form
from agents.builder.told import told_in, values_of
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.models import THIS_WORKSPACE
from intent.commands.places import names_target, read_places
from intent.forms.agent_work import more_work_in, text_told, work_left
from intent.forms.channels import cut_channel, is_channel
from intent.forms.counter_questions import contents_named, says_contents
from intent.forms.each_sentence import Told
from intent.forms.fixed_texts import needs_no_data
from intent.forms.own_work import STANDING, purpose_question
from intent.slots.systems import find_systems
from omniforge.projects.search.sentences import sentences_of


def plain_answer(pack: ContextPack, form: Form, draft: Draft, words: str) -> Told | None:
    """Return an answer that is read by its form alone: no data, a channel, what to include. Else None."""
    if draft.asking == "source" and needs_no_data(words):
        return Told({"source": THIS_WORKSPACE})
    if is_channel(words):
        return Told({"destination": cut_channel(words)[1]})
    if (text := text_told(words)) and draft.slots.get("purpose"):
        return Told({"purpose": text, "instructions": text, "source": THIS_WORKSPACE})
    if draft.asking == "confirm" and (work := _changed_work(pack, draft, words)):
        return Told({"purpose": work, "instructions": work})
    asks = draft.asking == "subject"
    may_be = asks or says_contents(words) or (draft.asking == "destination" and not _is_place(words))
    return _contents(pack, form, draft, words) if may_be else None


def _is_place(words: str) -> bool:
    goes_to = read_places(words, asking="destination").destination
    return bool(goes_to or find_systems(words) or names_target(words))


def _changed_work(pack: ContextPack, draft: Draft, words: str) -> str:
    """Return a draft's work with more or less of it, 'also put in …', if commands can do that, else empty."""
    purpose, extra = draft.slots.get("purpose", ""), more_work_in(words)
    work = f"{purpose} and list {extra}" if extra else work_left(words, purpose)
    is_own = draft.slots.get("source") == THIS_WORKSPACE
    return work if work and is_own and purpose_question(work, situation_of(pack, scope=STANDING)) else ""


def _contents(pack: ContextPack, form: Form, draft: Draft, words: str) -> Told | None:
    """Return what results include by the sentences that say it, with what the others give the draft."""
    said = sentences_of(words)
    named = {one: contents for one in said if not _is_place(one) and (contents := contents_named(one))}
    others = " ".join(one for one in said if one not in named)
    then = replace(draft, asking="when" if draft.slots.get("destination") else "destination")
    told = told_in(pack, form, then, others) if others else Told()
    values = {**values_of(draft, told), "subject": "; ".join(named.values())}
    return replace(told, values=values) if named else None
