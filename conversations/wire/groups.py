"""Frames for all sockets of a group, in any process. Encrypted, since Redis may carry them.

Nothing depends on it: if the channel layer is down, pages catch up when they fetch again.
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
    """Send frames, in order and uninterrupted, to every socket that listens to a group."""
    if _pause.is_on():
        return
    message = {"type": "frames", "sealed": encrypt("\n".join(frames))}  # encoded JSON contains no line breaks
    layer = get_channel_layer()  # the first call imports a client, which is slow
    try:
        async with asyncio.timeout(_PATIENCE):
            await layer.group_send(group, message)
    except Exception as error:  # Whatever fails in the layer, the event itself has happened.
        _pause.begin()
        logger.warning("sockets are not told of a change: %s", type(error).__name__)


async def frames_of_group(group: str, *, first: str) -> AsyncGenerator[str, None]:
    """Yield the frames sent to a group, until the generator is closed.

    `first` comes whenever listening (re)starts: frames sent before that are lost.
    """
    while True:
        try:
            async for frame in _listen(group, first):
                yield frame
        except Exception as error:  # Whatever fails in the layer, the page is notified once it is back.
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
        with suppress(Exception):  # If the layer failed, it drops the channel by itself.
            await layer.group_discard(group, channel)
