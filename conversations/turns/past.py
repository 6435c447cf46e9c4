"""A turn's history: recent messages, and the summary of those that have left the window."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.memory.summaries.rendering import render_summary
from agents.memory.summaries.triggers import is_due
from conversations.memory.contents import LeftOut, Window, WindowPolicy
from conversations.memory.summaries import (
    NOTHING_YET,
    KeptSummary,
    current_summary,
    newest_summary,
    uncut_messages,
)
from conversations.memory.window import assemble
from conversations.models import SummarySource
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.values import MessageRecord
from conversations.turns.claims import Claim, Storage
from omniforge.llm.tokens import count

_READ = 24  # messages, from which the window takes those that fit


@dataclass(frozen=True, slots=True)
class Past:
    """Messages before a turn's own, oldest first, and the summary. `covered` is how far a summary reaches.

    The first `whole` of the messages are older ones that the summary leaves as they are.
    """

    messages: Sequence[MessageRecord] = ()
    whole: int = 0
    kept: KeptSummary = NOTHING_YET
    covered: int = 0

    def window(self, message: str, policy: WindowPolicy) -> Window:
        """Return the window for a new message. The receipt says what is only in the summary."""
        summary = render_summary(self.kept.summary, message, policy.tokens // 2) if self.kept.version else ""
        whole, recent = self.messages[: self.whole], self.messages[self.whole :][-_READ:]
        window = assemble([*whole, *recent], message, policy, summary=summary)
        if not self.kept.version:
            return window
        return replace(window, left_out=(*window.left_out, self._summarised()))

    def _summarised(self) -> LeftOut:
        failed = self.kept.source == SummarySource.RULES and self.kept.model
        why = "cut down by rules, since the model failed twice" if failed else "they are in the summary"
        return LeftOut(f"messages {self.kept.covers_from} to {self.kept.covers_to} in full", why)

    def is_due(self, claim: Claim, policy: WindowPolicy) -> bool:
        """Return whether so much is uncovered that a summary should follow the turn."""
        open = [one for one in self.messages if one.sequence > self.covered]
        characters = len(claim.content) + sum(len(one.content) for one in open)
        tokens = sum(one.token_count or count(one.content) for one in open)
        # Each turn takes two sequence numbers.
        turns = (claim.message_sequence - self.covered) // 2 + 1
        return is_due(turns, characters, over_budget=tokens > policy.tokens)


def past_of(claim: Claim, *, summarised: bool, messages: int = _READ) -> Past:
    """Load the last `messages` messages before a turn, and the summary if there is one."""
    if claim.storage != Storage.DATABASE or claim.number == 1:
        return Past()
    repository = DjangoConversationRepository(claim.access)
    recent = repository.get_recent_messages(claim.conversation_id, messages, before=claim.message_sequence)
    if not summarised:
        return Past(recent)
    kept = current_summary(claim.conversation_id)
    newest = newest_summary(claim.conversation_id) if kept.pinned else kept
    read = {one.id for one in recent}
    whole = [one for one in uncut_messages(claim.access, claim.conversation_id, newest) if one.id not in read]
    return Past([*whole, *recent], len(whole), kept, newest.covers_to)
