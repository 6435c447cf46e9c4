"""Accepts part of what waits for a yes: 'only the beams, we do need the roof after all'."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

from agents.context.dialogue import DialogueState
from agents.context.open import OpenRun
from agents.context.pack import ContextPack
from agents.events import DialogueChanged, Output, Outputs, TextDelta
from agents.runs import resumed
from agents.runs.runner import run_commands
from intent.commands.remarks import only_states
from intent.dialogue import read_small_talk
from intent.dialogue.choices import only_part
from intent.plain.words import to_plain_words
from intent.sentences.titles import is_named_in

_DELETION = "thing.delete"


async def confirm_some(pack: ContextPack) -> Outputs | None:
    """Return the outputs of a yes to some of several deletions that wait together; None for anything else."""
    top = pack.dialogue.top
    if not isinstance(top, OpenRun) or top.expects != "approval" or top.about != _DELETION:
        return None
    wanted = _wanted(to_plain_words(pack.message), top.subjects)
    return _only(pack, top, wanted) if 0 < len(wanted) < len(top.subjects) else None


def _wanted(message: str, titles: Sequence[str]) -> list[str]:
    """Return the one title that a message limits a deletion to, empty if it says anything else."""
    named, rest = only_part(message)
    fitting = [one for one in titles if named and is_named_in(named, one)]
    others = [one for one in titles if one not in fitting]
    is_reason = not rest or only_states(rest) or read_small_talk(rest) is not None
    kept = any(is_named_in(word, one) for one in others for word in rest.split() if word.strip(".,!"))
    return fitting if len(fitting) == 1 and (is_reason or kept) else []


async def _only(pack: ContextPack, top: OpenRun, titles: Sequence[str]) -> Outputs:
    """Reject the deletion of all, and delete the ones that the person just agreed to."""
    order = "delete " + " and ".join(f"“{one}”" for one in titles)
    refused, state = await _gathered(await resumed.settle(pack, top, approve=False), pack.dialogue)
    again = replace(pack, message=order, dialogue=replace(state, did="told"))
    asked, state = await _gathered(run_commands(again), again.dialogue)
    asks = state.top
    waits = isinstance(asks, OpenRun) and asks.expects == "approval"
    for output in (*refused, *asked):
        if not isinstance(output, TextDelta) or (waits is False and output in asked):
            yield output
    if isinstance(asks, OpenRun) and waits:
        done = await resumed.settle(replace(again, dialogue=state), asks, approve=True)
        async with aclosing(done) as outputs:
            async for output in outputs:
                yield output


async def _gathered(outputs: Outputs, state: DialogueState) -> tuple[list[Output], DialogueState]:
    """Return the outputs, and the dialogue state after them."""
    given = [output async for output in outputs]
    states = [one.state for one in given if isinstance(one, DialogueChanged)]
    return given, [state, *states][-1]
