"""The focus of a conversation, chosen by its person: everything, a project, or one object in it."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from conversations.models import Conversation
from conversations.record.selectors import conversations_of
from conversations.turns.claims import focus_of
from omniforge.errors import NotFound
from omniforge.projects.bundle import load_bundle
from omniforge.projects.focus import EVERYTHING, Focus
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access


@dataclass(frozen=True, slots=True)
class NamedFocus:
    """A focus with the names of its project and object, or ''."""

    focus: Focus
    project: str = ""
    thing: str = ""


def conversation_focus(access: Access, conversation_id: UUID) -> NamedFocus:
    """Return a conversation's focus. Raises NotFound. Objects in the trash count as none."""
    conversation = conversations_of(access).filter(pk=conversation_id).first()
    if conversation is None:
        raise NotFound()
    try:
        return name_focus(access, focus_of(conversation))
    except NotFound:
        return NamedFocus(EVERYTHING)


def set_focus(access: Access, conversation_id: UUID, focus: Focus) -> NamedFocus:
    """Change a conversation's focus from its next message on. Raises NotFound for either."""
    named = name_focus(access, focus)  # also warms the cache for the next turn
    if not conversations_of(access).filter(pk=conversation_id).update(**columns_of(focus)):
        raise NotFound()
    return named


def name_focus(access: Access, focus: Focus) -> NamedFocus:
    """Return a focus with its names. Raises NotFound if the project or the object is missing."""
    if focus.project_id is None:
        return NamedFocus(focus)
    bundle = load_bundle(access, focus)
    if bundle.thing and bundle.thing["project_id"] != str(focus.project_id):
        raise NotFound()
    thing = str(bundle.thing["title"]) if bundle.thing else ""
    return NamedFocus(focus, bundle.project.name if bundle.project else "", thing)


def columns_of(focus: Focus) -> dict[str, Any]:
    """Return the Conversation columns of a focus."""
    return {
        "project_id": focus.project_id,
        "focus_type": focus.kind or "",
        "focus_id": focus.thing_id,
    }


def new_conversation(access: Access, title: str, focus: Focus, *, id: UUID | None = None) -> Conversation:
    """Store a conversation, under a new id or a given one. Raises NotFound if its focus is missing."""
    if focus != EVERYTHING:
        name_focus(access, focus)
    return Conversation.objects.create(
        pk=id or new_id(),
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        title=title,
        **columns_of(focus),
    )
