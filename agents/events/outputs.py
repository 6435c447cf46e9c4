"""The outputs of a turn, and common ways to produce them."""

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing

from agents.context.dialogue import DialogueState
from agents.events.base import Event
from agents.events.questions import DialogueChanged, OptionsOffered
from agents.events.turn import IfBrokenOff, NotChecked, PromptSent, TextDelta
from intent.types import ActionType, Choice, Pending

Output = Event | DialogueChanged | PromptSent | IfBrokenOff | NotChecked
Outputs = AsyncGenerator[Output, None]


async def give(*outputs: Output) -> Outputs:
    for output in outputs:
        yield output


def say(text: str) -> Outputs:
    return give(TextDelta(text))


async def in_turn(parts: Iterable[Outputs]) -> Outputs:
    """Yield the outputs of each part, one part after the other."""
    for part in parts:
        async with aclosing(part) as outputs:
            async for output in outputs:
                yield output


async def in_turn_once(parts: Iterable[Outputs]) -> Outputs:
    """Yield the outputs of each part as a paragraph, without those that say the same as one before."""
    said = set[str]()
    for part in parts:
        async with aclosing(part) as outputs:
            given = [output async for output in outputs]
        text = "".join(one.text for one in given if isinstance(one, TextDelta)).strip()
        if text in said:
            continue
        if said:
            yield TextDelta("\n\n")
        said.add(text)
        for output in given:
            yield output


async def chain(state: DialogueState, parts: Iterable[Callable[[DialogueState], Outputs]]) -> Outputs:
    """Yield the outputs of each part. Each is given the dialogue state that the previous one left."""
    for part in parts:
        async with aclosing(part(state)) as outputs:
            async for output in outputs:
                state = output.state if isinstance(output, DialogueChanged) else state
                yield output


def offer_choices(
    state: DialogueState,
    action: ActionType,
    question: str,
    choices: tuple[Choice, ...],
    *,
    why: str = "",
    listed: str = "",
) -> Sequence[Output]:
    """Return a question with its choices, also as text if `listed`, and the state waiting for an answer."""
    waiting = state.waiting(Pending(action, "choice", question, choices=choices))
    return TextDelta(listed or question), OptionsOffered(question, why, choices), DialogueChanged(waiting)
