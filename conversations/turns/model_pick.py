"""The model of a conversation: the one that its person picked, else the workspace's."""

from uuid import UUID

from agents.events import ModelPicked
from conversations.models import Conversation
from conversations.turns.claims import Claim, Storage
from omniforge.errors import InvalidInput
from omniforge.llm.roles import RULES
from omniforge.tenants.connected.choice import Choice, choice_of

_GONE = "{gone} isn't available here any more. {other} answers instead."
_NO_OTHER = "{gone} isn't available here any more, and no other model is connected."


def require_offered(tenant_id: UUID, picked: str) -> None:
    """Raise InvalidInput unless people may pick this model, '' is the workspace's own."""
    if picked and not choice_of(tenant_id).offer(picked):
        raise InvalidInput.of("model", f"{_name(picked)} can't be picked here. Pick another model.")


def pick_model(conversation: Conversation, picked: str | None) -> None:
    """Set the model of a locked conversation from now on. None leaves it unchanged.

    Raises InvalidInput if it may not be picked.
    """
    if picked is None or picked == conversation.model:
        return
    require_offered(conversation.tenant_id, picked)
    conversation.model = picked
    Conversation.objects.filter(pk=conversation.pk).update(model=picked)


def model_pick_event(claim: Claim, choice: Choice) -> ModelPicked | None:
    """Return the event about a turn's picked model, or None if it is the workspace's."""
    if not claim.picked:
        return None
    own = choice.models().name("reply")
    if claim.picked == own:
        return None
    if offer := choice.offer(claim.picked):
        return ModelPicked(offer.id, offer.model.id, offer.connection)
    said = _NO_OTHER if own == RULES else _GONE
    return ModelPicked(own, _name(own), "", said.format(gone=_name(claim.picked), other=_name(own)))


def reset_pick(claim: Claim) -> None:
    """Reset a picked model that is gone to the workspace's, after reporting that once."""
    if claim.storage == Storage.DATABASE:
        Conversation.objects.filter(pk=claim.conversation_id, model=claim.picked).update(model="")


def _name(role: str) -> str:
    return role.partition(":")[2] or role
