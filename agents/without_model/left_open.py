"""What stays open after an unrelated answer: a draft is shown again, a command's question lapses.

A yes must never answer a question that the person has moved on from: it could undo what was done since.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from agents.builder import FORMS
from agents.context.dialogue import DialogueState
from agents.context.open import OpenDraft, OpenRun
from agents.context.pack import ContextPack
from agents.events import DialogueChanged, Outputs, TextDelta, chain
from agents.runs.decisions import waits_for_yes
from agents.runs.resumed import cancel_if_waiting
from agents.without_model.accounted import account_for
from agents.without_model.handed_files import name_file_beside
from agents.without_model.pasted_tables import remember_pasted
from agents.without_model.reaction import Reaction
from intent.dialogue import Answer, Reply, read_answer
from intent.statements.newcomers import takes_leave
from intent.types import Method

_NO_ANSWER = "I wasn't sure what your yes is for, so this isn't done: "
_DEEDS = ("changed", "arranged", "undone")


def ask_again_after(pack: ContextPack, reaction: Reaction) -> Outputs:
    """Yield an answer, then what it left of the message, and the questions that remain open."""
    beside = _beside_answer if reaction.intent.method is Method.PENDING else _beside_other
    parts = (
        lambda _: account_for(pack, reaction),
        partial(beside, pack),
        partial(remember_pasted, pack),
        partial(name_file_beside, pack),
    )
    return chain(pack.dialogue, parts)


async def _beside_answer(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    """Repeat a command's earlier question after the current one is answered."""
    top, beneath = dialogue.top, {one.run_id for one in _questions(pack.dialogue) if one != pack.dialogue.top}
    if isinstance(top, OpenRun) and top.run_id in beneath:
        yield TextDelta(f"\n\nStill open: {top.pending.question}")
        yield DialogueChanged(dialogue.opened(replace(top, left=False)))


async def _beside_other(pack: ContextPack, dialogue: DialogueState) -> Outputs:
    before = pack.dialogue.top
    if isinstance(before, OpenRun) and _begins_with_yes(pack.words) and await waits_for_yes(pack):
        yield TextDelta(f"\n\n{_NO_ANSWER}{before.pending.question}")
    if lapsed := [one for one in _questions(pack.dialogue) if dialogue.did in _DEEDS or one.left]:
        dialogue = await _without(pack, dialogue, lapsed)
        yield DialogueChanged(dialogue)
    if not isinstance(before, OpenDraft) or dialogue.top != before or before.left:
        return
    if before.is_offer and before.repeated and dialogue.did in _DEEDS:
        yield DialogueChanged(replace(dialogue.closed(before), dropped=before))
        return
    if before.draft.slots:  # a mere offer's card would be empty
        yield FORMS[before.draft.kind].wizard(before.draft)
    again = f"Still open: {before.pending.question}"
    if not (
        before.repeated or takes_leave(pack.words) or any(again in str(one.content) for one in pack.window)
    ):
        yield TextDelta(f"\n\n{again}")
    yield DialogueChanged(dialogue.opened(_asked_again(before, did=dialogue.did != "missed")))


def _begins_with_yes(message: str) -> bool:
    """Return whether the first word of a longer message is a yes: 'yes, the other one. Who has it?'"""
    return read_answer("".join(message.split()[:1]).strip(",.!")) == Answer(Reply.YES)


def _questions(dialogue: DialogueState) -> Iterable[OpenRun]:
    """Return the open questions of commands. Approvals expire on their own."""
    runs = (one for one in dialogue.open if isinstance(one, OpenRun))
    return (one for one in runs if one.about and one.expects != "approval")


async def _without(pack: ContextPack, dialogue: DialogueState, lapsed: Iterable[OpenRun]) -> DialogueState:
    """End the runs whose questions lapsed, unless the turn asked the same question again."""
    for one in lapsed:
        if one.run_id in dialogue.waiting_runs:
            await cancel_if_waiting(pack.access, one.run_id)
            dialogue = dialogue.without_run(one.run_id)
    return dialogue


def _asked_again(before: OpenDraft, *, did: bool) -> OpenDraft:
    """Return a draft after an unrelated turn: its question is repeated until a turn does something else."""
    return replace(before, repeated=before.repeated or did, left=before.repeated and did)
