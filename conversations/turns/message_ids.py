"""Ids derived from a message's id, so that all processes that accept it arrive at the same ids."""

from typing import Literal
from uuid import UUID

from omniforge.storage.ids import id_from
from omniforge.tenants.access import Access

Use = Literal["turn", "conversation", "answer"]


def id_for(access: Access, message_id: UUID, use: Use) -> UUID:
    """Return the id of a message's turn or answer, or of the conversation that it starts."""
    return id_from(message_id, *access.person, use=use)
