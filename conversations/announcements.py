"""What all open tabs of a user are told, whatever they show: conversations that change, turns that begin.

Nothing of a turn depends on it: with the channel layer away, a tab learns of changes when it is opened anew.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer

from conversations.protocol import encode_frame
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)
_TRY_AGAIN = 5.0  # seconds


async def announce(access: Access, kind: str, **fields: Any) -> None:
    """Send a frame to every open socket of the user in this tenant."""
    message = {"type": "announcement", "frame": encode_frame(kind, **fields)}
    try:
        await get_channel_layer().group_send(_group_of(access), message)
    except Exception as error:  # Whatever fails in the layer, what is told of has happened.
        logger.warning("tabs are not told of a change: %s", type(error).__name__)


async def announcements_to(access: Access) -> AsyncGenerator[str, None]:
    """Yield the frames that are announced to a user from now on, for as long as somebody asks for them."""
    while True:
        try:
            async for frame in _heard(access):
                yield frame
        except Exception as error:
            logger.warning("announcements are not heard: %s", type(error).__name__)
            await asyncio.sleep(_TRY_AGAIN)


async def _heard(access: Access) -> AsyncGenerator[str, None]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(_group_of(access), channel)
    try:
        while True:
            yield (await layer.receive(channel))["frame"]
    finally:
        with suppress(Exception):  # The layer may be what failed.
            await layer.group_discard(_group_of(access), channel)


def _group_of(access: Access) -> str:
    return f"user.{access.tenant_id.hex}.{access.user_id.hex}"
