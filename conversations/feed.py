"""What changes in a project, for the sockets that watch it: after each commit, whoever made it."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync

from agents.patches import patches_of
from conversations.groups import heard_in, send_to
from conversations.protocol import data_of, encode_frame
from omniforge.projects.changes import Change
from omniforge.tenants.access import Access

_loops: list[asyncio.AbstractEventLoop] = []  # that of this process's sockets, once one of them watches


def tell_watchers(*, access: Access, changes: tuple[Change, ...], **_: Any) -> None:
    """Receive `changed`: send each change to those who watch its project. Any thread may call this."""
    group = _group_of(access.tenant_id, changes[0].project_id)
    frames = [encode_frame(patch.type, data=data_of(patch)) for patch in patches_of(changes)]
    # The layer in memory, and connections to Redis, belong to the loop in which sockets listen.
    if _loops and _loops[0].is_running():
        asyncio.run_coroutine_threadsafe(send_to(group, *frames), _loops[0])
    else:
        async_to_sync(send_to)(group, *frames)


def changes_in(access: Access, project_id: UUID) -> AsyncGenerator[str, None]:
    """Yield `watching`, and then a frame for each change of a project of the tenant, from now on.

    After a break `watching` comes again: what happened meanwhile has to be fetched.
    """
    _loops[:] = [asyncio.get_running_loop()]
    return heard_in(
        _group_of(access.tenant_id, project_id), first=encode_frame("watching", project_id=project_id)
    )


def _group_of(tenant_id: UUID, project_id: UUID) -> str:
    return f"project.{tenant_id.hex}.{project_id.hex}"
