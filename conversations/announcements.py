"""What all open tabs of a user are told, whatever they show: conversations that change, turns that begin."""

import logging
from typing import Any

from channels.layers import get_channel_layer

from conversations.protocol import encode_frame
from omniforge.tenants.access import Access

logger = logging.getLogger(__name__)


def group_of(access: Access) -> str:
    """Return the name of the channel group of a user in a tenant."""
    return f"user.{access.tenant_id.hex}.{access.user_id.hex}"


async def announce(access: Access, kind: str, **fields: Any) -> None:
    """Send a frame to every open socket of the user in this tenant."""
    message = {"type": "announcement", "frame": encode_frame(kind, **fields)}
    try:
        await get_channel_layer().group_send(group_of(access), message)
    except Exception as error:
        # Whatever the layer's failure: what is told has happened, and a tab that missed it catches up later.
        logger.warning("an announcement was not sent: %s", type(error).__name__)
