"""Loading a turn's context: recent messages that fit, existing objects, open questions."""

from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

from django.utils import timezone

from agents.context.dialogue import DialogueState
from agents.context.pack import ContextPack
from agents.context.project_scope.pack import ScopePack, scope_of
from agents.definitions.selectors import catalogue_at, get_agent
from agents.events import ContextUsage, ModelPicked
from agents.memory.state.facts import facts_of, without_facts
from agents.memory.state.rendering import render_state
from agents.memory.state.values import AgentState
from agents.models import RunTrigger
from conversations.memory.asked import asked
from conversations.memory.contents import Window, WindowPolicy
from conversations.memory.reading_past import read_past
from conversations.memory.recall import Recall
from conversations.memory.receipts import Receipt, build_receipt
from conversations.memory.summaries import has_summary
from conversations.memory.window import DOCUMENT_CHAT, MASTER_CHAT, PROJECT_CHAT, assemble
from conversations.record.django_repository import DjangoConversationRepository
from conversations.turns.claims import Claim, Storage
from conversations.turns.history import READ, history_of
from conversations.turns.model_pick import model_pick_event, reset_pick
from conversations.turns.past import past_of
from intent.types import Catalogue
from omniforge.files.attached import AttachedFile
from omniforge.files.selectors import attached_files, has_files
from omniforge.llm import Models
from omniforge.storage.database import in_database
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.tenants.access import Access
from omniforge.tenants.connected.choice import choice_at, choice_known_of
from omniforge.tenants.models import Tenant
from omniforge.tenants.preferences import preferences_subquery

_STATE = 800  # tokens of the agent's state that are included
_TITLES = 10
_settings = PreparedRows(
    lambda: (
        Tenant.objects.filter(pk=Given("tenant_id"))
        .annotate(
            has_files=has_files(Given("conversation_id")),
            has_summary=has_summary(Given("conversation_id")),
            preferences=preferences_subquery(Given("tenant_id"), Given("user_id")),
        )
        .values_list(
            "time_zone",
            "catalogue_version",
            "models_version",
            "preferences",
            "documents_only",
            "has_files",
            "has_summary",
        )
    )
)


@dataclass(frozen=True, slots=True)
class LoadedContext:
    """The master agent's context pack, and its receipt.

    `summary_due`: so much has left the window that it should be summarised after the turn,
    `picked`: the model that its person picked for it.
    """

    pack: ContextPack
    receipt: Receipt
    summary_due: bool = False
    picked: ModelPicked | None = None

    @property
    def usage(self) -> ContextUsage:
        return ContextUsage(
            parts={part.name: part.tokens for part in self.receipt.parts},
            tokens=self.receipt.tokens,
            budget=self.receipt.budget,
            left_out=tuple(str(one) for one in self.receipt.left_out),
            receipt_id=str(self.receipt.id),
        )


def load_context(claim: Claim) -> LoadedContext:
    """Load the turn's context, by a number of queries independent of the conversation's length."""
    state = DialogueState.from_dict(claim.dialogue)
    access = claim.access
    ((zone, version, models_version, preferences, documents_only, any_files, summarised),) = _settings(
        tenant_id=access.tenant_id, user_id=access.user_id, conversation_id=claim.conversation_id
    )
    choice = choice_at(access.tenant_id, models_version)
    models, picked = choice.models(claim.picked), model_pick_event(claim, choice)
    if picked and picked.note:
        reset_pick(claim)
    by_model = models.plays("reply") and not claim.ask
    past = past_of(claim, summarised=summarised, **({"messages": READ} if by_model else {}))
    policy = _policy(claim)
    window = past.window(claim.content, policy)
    history = history_of(claim, past, models.window("reply")) if by_model else None
    files = attached_files(access, claim.conversation_id) if any_files else ()
    existing = catalogue_at(access.tenant_id, version)
    scope = scope_of(access, claim.focus, claim.content, existing)
    loaded = _packed(claim, models, window, existing, state, zone, files, scope, preferences or "")
    pack = replace(loaded.pack, documents_only=documents_only, history=history)
    return replace(loaded, pack=pack, summary_due=past.is_due(claim, policy), picked=picked)


def stateless_context(claim: Claim) -> LoadedContext:
    """Return a context without history, for when the database is unavailable."""
    choice = choice_known_of(claim.access.tenant_id)
    models = choice.models(claim.picked)
    loaded = _packed(claim, models, assemble([], claim.content), Catalogue(), DialogueState(), "UTC")
    return replace(loaded, picked=model_pick_event(claim, choice))


def _policy(claim: Claim) -> WindowPolicy:
    """Return the history's size limits, by kind of request and by focus."""
    if claim.ask:
        return replace(DOCUMENT_CHAT, messages=2 * claim.ask.window, exchanges=min(3, claim.ask.window))
    return PROJECT_CHAT if claim.focus.project_id else MASTER_CHAT


def _recent_titles(access: Access) -> list[str]:
    return [one.title for one in DjangoConversationRepository(access).list_conversations(_TITLES)]


def _packed(
    claim: Claim,
    models: Models,
    window: Window,
    existing: Catalogue,
    dialogue: DialogueState,
    zone: str,
    files: tuple[AttachedFile, ...] = (),
    scope: ScopePack | None = None,
    preferences: str = "",
) -> LoadedContext:
    state = AgentState.from_json(claim.agent_state)
    known = render_state(without_facts(state), _STATE, ids=False)
    pack = ContextPack(
        access=claim.access,
        turn_id=claim.turn_id,
        message=claim.content,
        words=claim.content,
        now=timezone.now().astimezone(ZoneInfo(zone)),
        models=models,
        window=window.messages,
        catalogue=existing,
        dialogue=dialogue,
        files=files,
        forced_action=claim.forced_action,
        focus=claim.focus,
        scope=scope,
        known=known,
        facts=facts_of(state),
        preferences=preferences,
        conversation_id=claim.conversation_id if claim.storage == Storage.DATABASE else None,
        trigger=claim.trigger,
        after_strangers=claim.trigger is RunTrigger.WEB_HOOK,
        ask=claim.ask,
        again=claim.fence > 1,
        agent=get_agent(claim.access, str(claim.agent_id)).slug if claim.agent_id else None,
        recent_conversations=partial(in_database, _recent_titles, claim.access),
        recall=Recall(claim.access, besides=claim.message_id).search,
        read_past=partial(read_past, claim.access),
        asked=partial(asked, claim.access, claim.message_id),
    )
    return LoadedContext(pack, build_receipt(window, claim.content, scope, known, preferences))
