"""A turn that the database could not take, as it waits in the spool: encrypted JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from conversations.memory.state import Updates
from conversations.record.values import NewMessage
from omniforge.llm.types import ModelCall
from omniforge.storage.encryption import decrypt, encrypt
from omniforge.tenants.access import Access

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class SpooledTurn:
    """Everything of a turn that is to be stored later, once, in its place."""

    tenant_id: UUID
    user_id: UUID
    conversation_id: UUID
    turn_id: UUID
    user_message: NewMessage
    answer: NewMessage | None = None
    conversation_title: str = ""
    turn_number: int | None = None  # None: not given yet
    turn_fields: Mapping[str, Any] = field(default_factory=dict)  # columns of its Turn row, as JSON
    state: Mapping[str, Any] | None = None  # what the conversation waits for from then on
    learned: Updates | None = None  # what the agent's state is to take up
    receipt: Mapping[str, Any] | None = None  # columns of its ContextReceipt
    calls: tuple[ModelCall, ...] = ()

    def is_of(self, access: Access) -> bool:
        return (self.tenant_id, self.user_id) == access.person

    def sealed(self) -> str:
        """Return it as an encrypted text."""
        return encrypt(_adapter().dump_json(self).decode())

    @classmethod
    def opened(cls, text: str) -> "SpooledTurn":
        """Return what `sealed` gave. Raises CannotDecrypt, and ValueError where the text is damaged."""
        return _adapter().validate_json(decrypt(text, name="spooled turn"))


@cache
def _adapter() -> "TypeAdapter[SpooledTurn]":
    """Load pydantic, which takes a while, only where something is spooled."""
    from pydantic import TypeAdapter

    return TypeAdapter(SpooledTurn)
