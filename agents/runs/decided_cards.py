"""How a person has decided on the cards that asked for a yes, for the judge of what an answer tells."""

from datetime import datetime, tzinfo
from typing import NamedTuple

from django.db.models import QuerySet

from agents.context.audited import ways_decided
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
    way: str = ""

    def allowed(self, deed: Deed) -> bool:
        """Return whether a deed was done at this yes. A card may say more than its label, as a time zone."""
        return self.word != _REFUSED and bool(deed.label) and self.what.startswith(deed.label)

    def told(self, zone: tzinfo | None) -> str:
        return f"{self.by} {self.word} at {self.at.astimezone(zone):%a %H:%M}{self.way}: {self.what}"


def cards_of_talk(run: RunContext) -> list[Card]:
    """Return the newest cards of this talk that were decided on, oldest first."""
    talk = run.pack.conversation_id
    return _cards(run, decided_approvals(run.pack.access).filter(run__conversation_id=talk)) if talk else []


def cards_elsewhere(run: RunContext) -> list[Card]:
    """Return the newest cards of other talks that were decided on, oldest first."""
    talk = run.pack.conversation_id
    return _cards(run, decided_approvals(run.pack.access).exclude(run__conversation_id=talk))


def _cards(run: RunContext, decided: QuerySet[Approval]) -> list[Card]:
    newest = list(decided.select_related(None).order_by("-decided_at")[:_MOST])
    ways = ways_decided(run.pack.access, newest)
    told = [_card(run, one, ways.get(str(one.pk), "")) for one in reversed(newest)]
    return [one for one in told if one]


def _card(run: RunContext, one: Approval, way: str) -> Card | None:
    if one.decided_at is None:
        return None
    by = "the person" if one.decided_by_id == run.pack.access.user_id else "somebody else"
    return Card(one.decided_at, by, _word(one), one.what, f" {way}" if way else "")


def _word(one: Approval) -> str:
    if one.status == ApprovalStatus.REJECTED:
        return _REFUSED
    return "approved with edits" if _is_edited(one) else "approved"


def _is_edited(one: Approval) -> bool:
    """Return whether the call was made with other arguments than it was requested with."""
    calls = ToolCallRecord.objects.filter(run_id=one.run_id, idempotency_key__contains=one.signature)
    made = calls.only("tool", "arguments").first()
    return made is not None and signature_of(made.tool, made.arguments) != one.signature
