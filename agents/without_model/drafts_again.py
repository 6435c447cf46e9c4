"""Takes up a draft that was left or dropped: 'go back to the complaints one'."""

from dataclasses import replace

from agents.builder import FORMS
from agents.builder.questions import resume_draft
from agents.builder.updates import apply_values
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from agents.without_model.reaction import Reaction
from intent.dialogue import words_after_no
from intent.forms import read_form
from intent.forms.filled import STORED
from intent.forms.resumed_drafts import (
    asks_after_draft,
    asks_after_it,
    find_resumed_draft,
    is_called,
)
from intent.forms.schedules import find_when, is_full
from intent.types import ActionType, Intent, Method

_NOT_YET = "The {} isn't created yet. "
_DROPPED = "That draft was dropped, and nothing was created. To go on with it, say “go back to that draft”."


async def react_to_earlier_draft(pack: ContextPack) -> Reaction | None:
    """React to the wish to go on with an earlier draft, if there is one that is called so."""
    words = None if pack.forced_action else find_resumed_draft(pack.message)
    found = None if words is None else _called(pack, words)
    if found is None:
        return None
    return Reaction.to(ActionType(found.kind), "You go on with an earlier draft.", resume_draft(pack, found))


async def react_to_question_of_draft(pack: ContextPack) -> Reaction | None:
    """React to the question whether a new agent is there yet: with its draft, else with what is there."""
    if pack.forced_action or not asks_after_draft(pack.message):
        return None
    drafts = [one for one in pack.dialogue.open if isinstance(one, OpenDraft)]
    is_it, top = asks_after_it(pack.message), pack.dialogue.top
    is_made = not top and pack.dialogue.at_hand == "agent"
    if is_it and not is_made and (not isinstance(top, OpenDraft) or top.repeated):
        return None
    if drafts:
        return _not_yet(pack, drafts[-1].draft)
    if pack.dialogue.dropped and not pack.dialogue.last_agent:
        return Reaction.to(ActionType.QUERY_INFO, "You ask for a draft that was dropped.", say(_DROPPED))
    known = [one.name for one in pack.catalogue.agents if one.name == pack.dialogue.last_agent]
    order = f"show {known[0]}" if known else "list my agents"
    return await run_message_commands(replace(pack, message=order), answer_beside)


def _not_yet(pack: ContextPack, draft: Draft) -> Reaction:
    """Return the answer that a draft is none yet, with its question."""
    outputs = resume_draft(pack, draft, said=_NOT_YET.format(FORMS[draft.kind].noun))
    reasoning = "You ask for an earlier draft."
    return Reaction(Intent(ActionType(draft.kind), 0.95, reasoning=reasoning, method=Method.PENDING), outputs)


async def react_to_correction_of_left_draft(pack: ContextPack) -> Reaction | None:
    """React to a new schedule that can only be that of a draft left before: 'no, every day at 6pm'."""
    top = pack.dialogue.top
    if not (isinstance(top, OpenDraft) and top.left) or pack.forced_action:
        return None
    draft, form, said = top.draft, FORMS[top.draft.kind], words_after_no(pack.message) or pack.message
    when = find_when(said, pack.now.date())
    if when is None or not is_full(said, when):
        return None  # 'Friday' alone may be about anything
    filled = read_form(said, slots=form.names, now=draft.slots, asking="", situation=situation_of(pack))
    if filled.problem or STORED not in filled.values or not filled.values.keys() <= {"when", STORED}:
        return None
    outputs = apply_values(pack, form, draft, filled)
    return Reaction.to(ActionType(draft.kind), "You go on with an earlier draft.", outputs)


def _called(pack: ContextPack, words: str) -> Draft | None:
    """Return the draft that words call, the newest first. 'it' is one only if nothing else may be meant."""
    top, dropped = pack.dialogue.top, pack.dialogue.dropped
    if not words and pack.dialogue.at_hand:
        return None
    left = [one for one in reversed(pack.dialogue.open) if isinstance(one, OpenDraft) and one != top]
    drafts = [one.draft for one in (*left, *([dropped] if dropped else []))]
    return next((one for one in drafts if not words or is_called(words, _about(one))), None)


def _about(draft: Draft) -> str:
    form = FORMS[draft.kind]
    told = (draft.slots.get(slot, "") for slot in (form.slots[0].name, "instructions", "name"))
    return f"{' '.join(told)} {form.suggest_name(draft.slots)}"
