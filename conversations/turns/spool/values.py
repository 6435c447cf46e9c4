"""A turn in the spool: encrypted JSON."""

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
    """All data of a turn that is stored later, once."""

    tenant_id: UUID
    user_id: UUID
    conversation_id: UUID
    turn_id: UUID
    user_message: NewMessage
    answer: NewMessage | None = None
    conversation_title: str = ""
    turn_number: int | None = None  # None: not assigned yet
    turn_fields: Mapping[str, Any] = field(default_factory=dict)  # columns of its Turn row, as JSON
    state: Mapping[str, Any] | None = None  # the conversation's open questions from then on
    learned: Updates | None = None  # updates of the agent's state
    receipt: Mapping[str, Any] | None = None  # columns of its ContextReceipt
    calls: tuple[ModelCall, ...] = ()

    def is_of(self, access: Access) -> bool:
        return (self.tenant_id, self.user_id) == access.person

    def sealed(self) -> str:
        """Return it as an encrypted text."""
        return encrypt(_adapter().dump_json(self).decode())

    @classmethod
    def opened(cls, text: str) -> "SpooledTurn":
        """Reverse `sealed`. Raises CannotDecrypt, and ValueError if the text is damaged."""
        return _adapter().validate_json(decrypt(text, name="spooled turn"))


@cache
def _adapter() -> "TypeAdapter[SpooledTurn]":
    """Import pydantic, which takes a while, only if something is spooled."""
    from pydantic import TypeAdapter

    return TypeAdapter(SpooledTurn)
