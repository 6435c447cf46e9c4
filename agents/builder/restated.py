"""Takes what a message asks for as the work of a draft whose own words no command can do."""

from dataclasses import replace

from agents.builder import FORMS
from agents.builder.limits import is_unread
from agents.builder.updates import apply_values
from agents.context.open import OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs
from intent.commands import Situation
from intent.forms import Filled
from intent.forms.each_sentence import cut_go_ahead
from intent.forms.filled import FormRead
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.purpose import read_purpose, tidy_purpose
from intent.forms.reader import read_work
from intent.forms.verbs import plain_verb
from intent.forms.work_anew import work_anew


def restate(pack: ContextPack, top: OpenDraft) -> Outputs | None:
    """Take a question that commands answer as a draft's work, with the changes beside it, else None."""
    draft, form = top.draft, FORMS[top.draft.kind]
    asks = pack.message.rstrip().endswith("?") or draft.asking != "confirm"
    if asks or not is_unread(pack, draft):
        return None
    situation = situation_of(pack)
    message, makes = cut_go_ahead(pack.message)
    anew = work_anew(message, situation, may_be_bare=True)
    read = FormRead(form.names, draft.slots, "", situation)
    filled = read_work(read, anew) if anew else _from_question(message, situation)
    if filled is None:
        return None
    own_name = draft.slots.get("name") != form.suggest_name(draft.slots)
    slots = {slot: value for slot, value in draft.slots.items() if own_name or slot != "name"}
    return apply_values(pack, form, replace(draft, slots=slots), filled, makes=makes)


def _from_question(message: str, situation: Situation) -> Filled | None:
    """Return the work of a message that is a question in other words: 'what's overdue'."""
    work = purpose_question(message, replace(situation, scope=STANDING))
    if not work:
        return None
    purpose = read_purpose(work) or tidy_purpose(work)
    purpose = purpose if plain_verb(purpose.partition(" ")[0]) else f"list {purpose}"
    return Filled({"purpose": purpose, "instructions": purpose})
