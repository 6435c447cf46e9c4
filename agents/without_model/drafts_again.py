"""Takes up a draft that was left or dropped: 'go back to the complaints one'."""

from agents.builder import FORMS
from agents.builder.questions import resume_draft
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.without_model.reaction import Reaction
from intent.forms.resumed_drafts import find_resumed_draft, is_called
from intent.types import ActionType


async def react_to_earlier_draft(pack: ContextPack) -> Reaction | None:
    """React to the wish to go on with an earlier draft, if there is one that is called so."""
    words = None if pack.forced_action else find_resumed_draft(pack.message)
    found = None if words is None else _called(pack, words)
    if found is None:
        return None
    return Reaction.to(ActionType(found.kind), "You go on with an earlier draft.", resume_draft(pack, found))


def _called(pack: ContextPack, words: str) -> Draft | None:
    """Return the draft that words call, the newest first; 'it' is one only if nothing else may be meant."""
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
