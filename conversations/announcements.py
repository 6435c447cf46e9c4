"""What all open tabs of a user are told, whatever they show: conversations that change, turns that begin."""

from collections.abc import AsyncGenerator
from typing import Any

from conversations.groups import heard_in, send_to
from conversations.protocol import encode_frame
from omniforge.tenants.access import Access


async def announce(access: Access, kind: str, **fields: Any) -> None:
    """Send a frame to every open socket of the user in this tenant."""
    await send_to(_group_of(access), encode_frame(kind, **fields))


def announcements_to(access: Access) -> AsyncGenerator[str, None]:
    """Yield the frames that are announced to a user from now on, for as long as somebody asks for them."""
    return heard_in(_group_of(access))


def _group_of(access: Access) -> str:
    return f"user.{access.tenant_id.hex}.{access.user_id.hex}"
