"""What stays open beside an answer: a draft is shown again, a question of a command lapses.

A yes must never meet a question that the person has left: what was done since may be what it would undo.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.context.dialogue import DialogueState
from agents.context.open import OpenDraft, OpenRun
from agents.context.pack import ContextPack
from agents.events import DialogueChanged, Outputs, TextDelta, chained
from agents.runs.waiting import give_up
from agents.without_model.reaction import Reaction
from intent.types import Method

_DEEDS = ("changed", "arranged", "undone")


def beside_open(pack: ContextPack, reaction: Reaction) -> Outputs:
    """Yield an answer, and then what it leaves open of what was open before."""
    beside = _beside_answer if reaction.intent.method is Method.PENDING else _beside_other
    return chained(pack.dialogue, (lambda _: reaction.outputs, partial(beside, pack)))


async def _beside_answer(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    """Ask again what a command had asked before the question that is answered now."""
    top, beneath = dialogue.top, {one.run_id for one in _questions(pack.dialogue) if one != pack.dialogue.top}
    if isinstance(top, OpenRun) and top.run_id in beneath:
        yield TextDelta(f"\n\nStill open: {top.pending.question}")
        yield DialogueChanged(dialogue.opened(replace(top, left=False)))


async def _beside_other(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    before = pack.dialogue.top
    if lapsed := [one for one in _questions(pack.dialogue) if dialogue.did in _DEEDS or one.left]:
        dialogue = await _without(pack, dialogue, lapsed)
        yield DialogueChanged(dialogue)
    if not isinstance(before, OpenDraft) or dialogue.top != before or before.left:
        return
    if before.is_offer and before.repeated and dialogue.did in _DEEDS:
        yield DialogueChanged(dialogue.closed(before))
        return
    if before.draft.slots:  # the card of one that is only offered would be empty
        yield FORMS[before.draft.kind].wizard(before.draft)
    if not before.repeated:
        yield TextDelta(f"\n\nStill open: {before.pending.question}")
    yield DialogueChanged(dialogue.opened(_asked_again(before, did=dialogue.did != "missed")))


def _questions(dialogue: DialogueState) -> Iterable[OpenRun]:
    """Return what commands have asked; an approval waits for its own time, whatever else is said."""
    runs = (one for one in dialogue.open if isinstance(one, OpenRun))
    return (one for one in runs if one.about and one.expects != "approval")


async def _without(pack: ContextPack, dialogue: DialogueState, lapsed: Iterable[OpenRun]) -> DialogueState:
    """End the runs that asked, unless the turn itself has asked their question anew."""
    for one in lapsed:
        if one.run_id in dialogue.waiting_runs:
            await give_up(pack.access, one.run_id)
            dialogue = dialogue.without_run(one.run_id)
    return dialogue


def _asked_again(before: OpenDraft, *, did: bool) -> OpenDraft:
    """Return a draft after a turn beside it: its question is repeated until a turn does something else."""
    return replace(before, repeated=before.repeated or did, left=before.repeated and did)
