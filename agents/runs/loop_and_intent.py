"""Runs the tool loop and the intent classification of a message side by side.

The intent is shown to people and evaluated. Writes wait for it, but it takes no tool from the model.
"""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace

from agents.builder.options import offer_readings
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.context.unread import going_on_unread
from agents.events import IntentFound, Outputs, TextDelta
from agents.runs.runner import run_here
from agents.tools.channel import Channel
from intent.aside import read_aside
from intent.classifier import classify
from intent.commands import read_commands
from intent.commands.labels import intent_of
from intent.types import ActionType, Intent, Method
from omniforge.telemetry.spans import step


def answer_beside_intent(pack: ContextPack) -> Outputs:
    """Yield the loop's outputs, and the intent as soon as it is known. Raises ModelError."""
    both = _Both(pack, Channel())
    return both.channel.during(both.work())


@dataclass(slots=True)
class _Both:
    pack: ContextPack
    channel: Channel
    has_said: bool = False

    async def work(self) -> None:
        cleared: asyncio.Future[Intent] = asyncio.get_running_loop().create_future()
        pack = replace(self.pack, understood=lambda: _shared(cleared))
        answering = asyncio.create_task(self._answer(pack))
        await asyncio.sleep(0)  # lets the loop query the database while rules read the message
        try:
            intent = await self._classify()
            self.channel.send(IntentFound(intent))
            if _has_two_readings(intent) and not self.has_said:
                answering.cancel()
                await asyncio.gather(answering, return_exceptions=True)
                await self._forward(offer_readings(self.pack, intent))
                return
            cleared.set_result(intent)
            await answering
        finally:
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)

    async def _classify(self) -> Intent:
        """Return the intent. If the rules fail on the message, it has none that is known."""
        with step("understand"), going_on_unread():
            return await self._read()
        return Intent(ActionType.UNKNOWN, 0.0)

    async def _read(self) -> Intent:
        pack, command = self.pack, await _command(self.pack)
        intent = await classify(
            pack.message,
            history=pack.window,
            catalogue=pack.catalogue,
            models=pack.models,
            command=command.action_type if command else None,
        )
        return _certain(command, intent) if command else intent

    async def _answer(self, pack: ContextPack) -> None:
        await self._forward(run_here(pack))

    async def _forward(self, answering: Outputs) -> None:
        async with aclosing(answering) as outputs:
            async for output in outputs:
                self.has_said = self.has_said or isinstance(output, TextDelta)
                self.channel.send(output)


async def _command(pack: ContextPack) -> Intent | None:
    """Return the intent of a message that commands cover, unless only a model can carry them out."""
    reading = await read_aside(pack.message, read_commands, pack.message, situation_of(pack))
    intent = intent_of(reading) if reading.is_whole else None
    return intent if intent and intent.action_type is not ActionType.UNKNOWN else None


def _certain(command: Intent, intent: Intent) -> Intent:
    """Return the command's intent in place of a guess, with the guess's entities if they agree."""
    is_guess = intent.method is Method.RULES
    agree = command.action_type is intent.action_type and not intent.is_unsure
    return command if is_guess and not agree else intent


async def _shared(cleared: "asyncio.Future[Intent]") -> Intent:
    """Wait for a future that others await too, without cancelling it."""
    return await asyncio.shield(cleared)


def _has_two_readings(intent: Intent) -> bool:
    """Return whether a model sees two clear readings. The rules' own reading doesn't count here."""
    return (
        intent.method is Method.MODEL
        and intent.is_ambiguous
        and intent.alternative_action not in (None, intent.action_type)
    )
