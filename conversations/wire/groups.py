"""Frames for all sockets of a group, in whichever process; encrypted, since Redis may carry them.

Nothing depends on it: with the channel layer away, pages learn of what happened when they ask again.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress

from channels.layers import get_channel_layer

from omniforge.storage.encryption import decrypt, encrypt
from omniforge.storage.redis_pause import RedisPause

logger = logging.getLogger(__name__)
_TRY_AGAIN = 5.0  # seconds
_PATIENCE = 2.0  # seconds
_pause = RedisPause()


async def send_to(group: str, *frames: str) -> None:
    """Send frames, in this order and with none between them, to every socket that listens in a group."""
    if _pause.is_on():
        return
    message = {"type": "frames", "sealed": encrypt("\n".join(frames))}  # JSON has no line breaks of its own
    layer = get_channel_layer()  # the first time this imports a client, which takes its time
    try:
        async with asyncio.timeout(_PATIENCE):
            await layer.group_send(group, message)
    except Exception as error:  # Whatever fails in the layer, what is told of has happened.
        _pause.begin()
        logger.warning("sockets are not told of a change: %s", type(error).__name__)


async def heard_in(group: str, *, first: str) -> AsyncGenerator[str, None]:
    """Yield the frames that are sent to a group, for as long as somebody asks for them.

    `first` comes each time that listening has begun, anew too: what was sent before that is not heard.
    """
    while True:
        try:
            async for frame in _listen(group, first):
                yield frame
        except Exception as error:  # Whatever fails in the layer, the page is told once it is back.
            logger.warning("changes are not heard: %s", type(error).__name__)
            await asyncio.sleep(_TRY_AGAIN)


async def _listen(group: str, first: str) -> AsyncGenerator[str, None]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    try:
        yield first
        while True:
            message = await layer.receive(channel)
            for frame in decrypt(message["sealed"], name="frames").split("\n"):
                yield frame
    finally:
        with suppress(Exception):  # The layer may be what failed; then it forgets the channel by itself.
            await layer.group_discard(group, channel)
