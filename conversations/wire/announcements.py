"""Frames for all open tabs of a user: changed conversations, started turns."""

from collections.abc import AsyncGenerator
from typing import Any

from conversations.wire.groups import frames_of_group, send_to
from conversations.wire.protocol import encode_frame
from omniforge.tenants.access import Access


async def announce(access: Access, kind: str, **fields: Any) -> None:
    """Send a frame to every open socket of the user in this tenant."""
    await send_to(_group_of(access), encode_frame(kind, **fields))


def announcements_to(access: Access) -> AsyncGenerator[str, None]:
    """Yield `listening`, and then the announcements to a user, until the generator is closed.

    After a disconnect `listening` comes again: the client has to fetch what it missed.
    """
    return frames_of_group(_group_of(access), first=encode_frame("listening"))


def _group_of(access: Access) -> str:
    return f"user.{access.tenant_id.hex}.{access.user_id.hex}"
