"""What a delegated part begins with: its task alone, and the workspace as it is by now."""

from dataclasses import replace

from agents.context.history import History
from agents.context.pack import ContextPack, no_conversations
from agents.context.project_scope.pack import scope_of
from agents.definitions.selectors import catalogue
from omniforge.files.selectors import attached_files
from omniforge.storage.database import in_database
from omniforge.tenants.preferences import preferences_of


async def part_pack(pack: ContextPack, task: str, *, reads_only: bool = False) -> ContextPack:
    """Return the pack of a part of a run. Without a model it keeps the talk, which rules read.

    What a part that only reads hands on only reads, too.
    """
    part = replace(pack, message=task, part=task, depth=pack.depth + 1, steering=no_conversations)
    part = replace(part, reads_only=pack.reads_only or reads_only)
    if not pack.models.plays("reply"):
        return part
    part = replace(part, history=History(budget=pack.talk.budget), facts=(), known="")
    return await in_database(_as_it_is_now, part)


def _as_it_is_now(pack: ContextPack) -> ContextPack:
    """Return the pack with what the turn has changed: projects, agents, files, preferences."""
    access, talk, existing = pack.access, pack.conversation_id, catalogue(pack.access)
    return replace(
        pack,
        catalogue=existing,
        scope=scope_of(access, pack.focus, pack.message, existing),
        files=attached_files(access, talk) if talk else pack.files,
        preferences=preferences_of(access),
    )
