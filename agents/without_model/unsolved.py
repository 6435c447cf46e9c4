"""Says honestly that a sum in words can't be worked out, instead of looking for it in the work."""

from agents.context.pack import ContextPack
from agents.events import say
from agents.without_model.lookups import documents_or
from agents.without_model.reaction import Reaction
from intent.commands.quantities import asks_for_sum
from intent.statements.news import is_sum
from intent.types import ActionType

_UNSOLVED = (
    "I can't work that out as it's said, so I've worked out nothing. "
    "Say it in figures, like “3 x 186 + 9 x 55”, “1,420 - 12%” or “12.5% of 450”."
)


async def react_to_unsolved_sum(pack: ContextPack) -> Reaction | None:
    """React to figures with 'how much is that?', and to a sum in figures, that no other rule can answer."""
    asks = asks_for_sum(pack.message) or is_sum(pack.message)
    if pack.dialogue.top or pack.forced_action or not asks:
        return None
    outputs = documents_or(pack, say(_UNSOLVED))
    return Reaction.to(ActionType.QUERY_INFO, "You ask for a sum.", outputs, 0.9)
