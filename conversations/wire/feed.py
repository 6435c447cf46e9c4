"""Project changes for the sockets that watch them: sent after each commit, whoever made it."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync

from agents.events.patches import patches_of
from conversations.wire.groups import frames_of_group, send_to
from conversations.wire.protocol import data_of, encode_frame
from omniforge.projects.changes import Change
from omniforge.tenants.access import Access

_loops: list[asyncio.AbstractEventLoop] = []  # the loop of this process's sockets, once one of them watches


def notify_watchers(*, access: Access, changes: tuple[Change, ...], **_: Any) -> None:
    """Receiver of `changed`: notify watchers of its project, or of all. Thread-safe."""
    frames = [encode_frame(patch.type, data=data_of(patch)) for patch in patches_of(changes)]
    told = access.tenant_id, changes[0].project_id, frames
    # The in-memory layer, and Redis connections, belong to the loop in which sockets listen.
    if _loops and _loops[0].is_running():
        asyncio.run_coroutine_threadsafe(_tell(*told), _loops[0])
    else:
        async_to_sync(_tell)(*told)


async def _tell(tenant_id: UUID, project_id: UUID, frames: list[str]) -> None:
    await send_to(_group_of(tenant_id, project_id), *frames)
    await send_to(_group_of(tenant_id), encode_frame("project_changed", project_id=project_id))


def changes_in(access: Access, project_id: UUID | None) -> AsyncGenerator[str, None]:
    """Yield `watching`, and then a frame for each change of a project of the tenant, from now on.

    Without a project, the frames only name the changed ones. After a disconnect `watching` comes again: the
    client has to fetch what it missed.
    """
    _loops[:] = [asyncio.get_running_loop()]
    first = encode_frame("watching", project_id=project_id)
    return frames_of_group(_group_of(access.tenant_id, project_id), first=first)


def _group_of(tenant_id: UUID, project_id: UUID | None = None) -> str:
    return f"project.{tenant_id.hex}.{project_id.hex if project_id else 'all'}"
