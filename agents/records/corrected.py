"""What the assistant said once the ledger had contradicted its answer: it took it back, or did it then."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from agents.records.runs import transcripts_of
from omniforge.llm.types import ChatMessage
from omniforge.tenants.access import Access

_NOTE = "(The ledger of this workspace"  # the beginning of what the assistant is told then


def corrections_of(access: Access, turns: Collection[UUID]) -> Mapping[UUID, str]:
    """Return, by turn, the last words after the note that its answer claimed too much."""
    said = {turn: _after_note(messages) for turn, messages in transcripts_of(access, turns).items()}
    return {turn: text for turn, text in said.items() if text}


def _after_note(messages: Sequence[ChatMessage]) -> str:
    notes = [
        place for place, one in enumerate(messages) if one.role == "user" and one.content.startswith(_NOTE)
    ]
    after = messages[notes[-1] :] if notes else ()
    return next(
        (one.content.strip() for one in reversed(after) if one.role == "assistant" and one.content), ""
    )
