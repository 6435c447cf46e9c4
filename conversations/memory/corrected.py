"""Found answers that the assistant corrected at once are shown with their correction."""

from collections.abc import Sequence
from dataclasses import replace

from agents.records.corrected import corrections_of
from conversations.memory.ranks import Hit
from conversations.memory.scan import Place
from conversations.models import MessageRole, Turn
from omniforge.tenants.access import Access

_SHOWN = 200  # characters of a correction
_BEGINNING = 40  # characters by which an excerpt has it already


def with_corrections(access: Access, hits: Sequence[Hit[Place]]) -> list[Hit[Place]]:
    """Return the hits, those in answers that were corrected with the correction."""
    answers = [one.place.message_id for one in hits if one.place.role == MessageRole.ASSISTANT]
    turns = Turn.objects.filter(tenant_id=access.tenant_id, answer_id__in=answers)
    of_answer = dict(turns.values_list("answer_id", "pk")) if answers else {}
    said = corrections_of(access, of_answer.values()) if of_answer else {}
    texts = {answer: " ".join(said.get(turn, "").split()) for answer, turn in of_answer.items()}
    return [_shown(one, texts.get(one.place.message_id, "")) for one in hits]


def _shown(hit: Hit[Place], correction: str) -> Hit[Place]:
    if not correction or correction[:_BEGINNING] in hit.snippet:
        return hit
    more = "…" if len(correction) > _SHOWN else ""
    return replace(hit, snippet=f"{hit.snippet} … {correction[:_SHOWN]}{more}")
