"""What a turn begins with: recent messages and what of them fits, what exists, what is waited for."""

from dataclasses import dataclass
from functools import partial
from zoneinfo import ZoneInfo

from django.utils import timezone

from agents.context import ContextPack
from agents.dialogue import DialogueState
from agents.events import ContextUsage
from agents.selectors import catalogue
from conversations.django_repository import DjangoConversationRepository
from conversations.packing import Window
from conversations.receipts import Receipt, build_receipt
from conversations.records import MessageRecord
from conversations.turns.claims import Claim, Storage
from conversations.window import assemble
from intent.types import Catalogue
from omniforge.database import in_database
from omniforge.llm import Models
from omniforge.tenants.access import Access
from omniforge.tenants.models import Tenant

_READ = 24  # messages, of which the window takes what fits
_TITLES = 10


@dataclass(frozen=True, slots=True)
class LoadedContext:
    """The master agent's context pack, and the receipt that says what it is made of."""

    pack: ContextPack
    receipt: Receipt

    @property
    def usage(self) -> ContextUsage:
        return ContextUsage(
            parts={part.name: part.tokens for part in self.receipt.parts},
            tokens=self.receipt.tokens,
            budget=self.receipt.budget,
            left_out=tuple(str(one) for one in self.receipt.left_out),
            receipt_id=str(self.receipt.id),
        )


def load_context(claim: Claim, models: Models) -> LoadedContext:
    """Read what the turn needs, in a number of queries that does not grow with the conversation."""
    window = assemble(_history(claim), claim.content)
    state = DialogueState.from_dict(claim.agent_state)
    zone = Tenant.objects.values_list("time_zone", flat=True).get(pk=claim.access.tenant_id)
    return _packed(claim, models, window, catalogue(claim.access), state, zone)


def stateless_context(claim: Claim, models: Models) -> LoadedContext:
    """Return a context without a past: for when the database is away."""
    return _packed(claim, models, assemble([], claim.content), Catalogue(), DialogueState(), "UTC")


def _history(claim: Claim) -> list[MessageRecord]:
    if claim.storage != Storage.DATABASE or claim.number == 1:
        return []
    repository = DjangoConversationRepository(claim.access)
    return repository.get_recent_messages(claim.conversation_id, _READ, before_id=claim.message_id)


def _recent_titles(access: Access) -> list[str]:
    return [one.title for one in DjangoConversationRepository(access).list_conversations(_TITLES)]


def _packed(
    claim: Claim,
    models: Models,
    window: Window,
    existing: Catalogue,
    dialogue: DialogueState,
    zone: str,
) -> LoadedContext:
    pack = ContextPack(
        access=claim.access,
        turn_id=claim.turn_id,
        message=claim.content,
        now=timezone.now().astimezone(ZoneInfo(zone)),
        models=models,
        window=window.messages,
        catalogue=existing,
        dialogue=dialogue,
        forced_action=claim.forced_action,
        recent_conversations=partial(in_database, _recent_titles, claim.access),
    )
    return LoadedContext(pack, build_receipt(window, claim.content))
