"""How a person has decided on the cards that asked for a yes, for the judge of what an answer tells."""

from datetime import datetime, tzinfo
from typing import NamedTuple

from django.db.models import QuerySet

from agents.models import Approval, ApprovalStatus, ToolCallRecord
from agents.records.runs import decided_approvals
from agents.tools.call import signature_of
from agents.tools.run_context import Deed, RunContext

_MOST = 10
_REFUSED = "refused"


class Card(NamedTuple):
    """A call that was decided on: when, by whom, how, and what it does."""

    at: datetime
    by: str
    word: str
    what: str

    def allowed(self, deed: Deed) -> bool:
        """Return whether a deed was done at this yes. A card may say more than its label, as a time zone."""
        return self.word != _REFUSED and bool(deed.label) and self.what.startswith(deed.label)

    def told(self, zone: tzinfo | None) -> str:
        return f"{self.by} {self.word} at {self.at.astimezone(zone):%a %H:%M}: {self.what}"


def cards_of_talk(run: RunContext) -> list[Card]:
    """Return the newest cards of this talk that were decided on, oldest first."""
    talk = run.pack.conversation_id
    return _cards(run, decided_approvals(run.pack.access).filter(run__conversation_id=talk)) if talk else []


def cards_elsewhere(run: RunContext) -> list[Card]:
    """Return the newest cards of other talks that were decided on, oldest first."""
    talk = run.pack.conversation_id
    return _cards(run, decided_approvals(run.pack.access).exclude(run__conversation_id=talk))


def _cards(run: RunContext, decided: QuerySet[Approval]) -> list[Card]:
    newest = reversed(decided.select_related(None).order_by("-decided_at")[:_MOST])
    me = run.pack.access.user_id
    return [
        Card(
            one.decided_at, "the person" if one.decided_by_id == me else "somebody else", _word(one), one.what
        )
        for one in newest
        if one.decided_at
    ]


def _word(one: Approval) -> str:
    if one.status == ApprovalStatus.REJECTED:
        return _REFUSED
    return "approved with edits" if _is_edited(one) else "approved"


def _is_edited(one: Approval) -> bool:
    """Return whether the call was made with other arguments than it was requested with."""
    calls = ToolCallRecord.objects.filter(run_id=one.run_id, idempotency_key__contains=one.signature)
    made = calls.only("tool", "arguments").first()
    return made is not None and signature_of(made.tool, made.arguments) != one.signature
