"""What all open tabs of a user are told, whatever they show: conversations that change, turns that begin."""

from collections.abc import AsyncGenerator
from typing import Any

from conversations.wire.groups import heard_in, send_to
from conversations.wire.protocol import encode_frame
from omniforge.tenants.access import Access


async def announce(access: Access, kind: str, **fields: Any) -> None:
    """Send a frame to every open socket of the user in this tenant."""
    await send_to(_group_of(access), encode_frame(kind, **fields))


def announcements_to(access: Access) -> AsyncGenerator[str, None]:
    """Yield `listening`, and then what is announced to a user, for as long as somebody asks for it.

    After a break `listening` comes again: what was announced meanwhile has to be fetched.
    """
    return heard_in(_group_of(access), first=encode_frame("listening"))


def _group_of(access: Access) -> str:
    return f"user.{access.tenant_id.hex}.{access.user_id.hex}"
