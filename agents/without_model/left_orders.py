"""Orders beside a question: carried out if 'it' can only be the one thing that the answer shows."""

from contextlib import aclosing
from dataclasses import replace

from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import DialogueChanged, Outputs, TextDelta
from agents.handlers.lines import bold
from agents.without_model.lookups import answer_beside
from agents.without_model.orders import run_message_commands
from intent.commands import read_commands
from intent.questions.orders_behind import changes_beside
from omniforge.tables.markdown import plain

_LEFT_OUT = "I left this out because I didn't understand it: "


async def with_left(pack: ContextPack, outputs: Outputs, question: str, order: str = "") -> Outputs:
    """Yield an answer to a question, then what became of the orders beside it."""
    left = [order] if order else changes_beside(pack.message, question) if question else []
    said, state = "", pack.dialogue
    async with aclosing(outputs) as given:
        async for output in given:
            said += output.text if isinstance(output, TextDelta) else ""
            state = output.state if isinstance(output, DialogueChanged) else state
            yield output
    if not left:
        return
    yield TextDelta("\n\n")
    async with aclosing(_of_shown(pack, left, said, state)) as given:
        async for output in given:
            yield output


async def _of_shown(pack: ContextPack, left: list[str], said: str, state: DialogueState) -> Outputs:
    """Yield the outputs of the one order for the one thing that was shown, else say what was left out."""
    known = {one.id: one for one in (*state.listed, *state.touched)}
    shown = [one for one in known.values() if bold(one.title) in said]
    again = replace(pack, message=left[0], dialogue=replace(state, touched=tuple(shown), did="told"))
    reading = read_commands(again.message, situation_of(again))
    points = any(one.points_back for one in reading.commands) and all(one.writes for one in reading.commands)
    sure = len(left) == len(shown) == 1 and reading.is_whole and points
    if sure and (reaction := await run_message_commands(again, answer_beside)):
        async with aclosing(reaction.outputs) as given:
            async for output in given:
                yield output
    else:
        yield TextDelta(f"{_LEFT_OUT}{'; '.join(f'“{plain(one)}”' for one in left)}.")
