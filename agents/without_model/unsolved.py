"""Says honestly that a sum in words can't be worked out, instead of looking for it in the work."""

from dataclasses import replace
from decimal import Decimal

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.without_model.lookups import documents_or
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.commands.quantities import asks_for_sum
from intent.statements.news import is_sum
from intent.types import ActionType

_UNSOLVED = (
    "I can't work that out as it's said, so I've worked out nothing. "
    "Say it in figures, like “3 x 186 + 9 x 55”, “1,420 - 12%” or “12.5% of 450”."
)
_OF_WHAT = (
    "I don't know which number to go on with, so I've worked out nothing. "
    "Say it with the number, like “450 / 3” or “450 - 10%”."
)
_MORE = "sum.more"


async def react_to_unsolved_sum(pack: ContextPack) -> Reaction | None:
    """React to figures with 'how much is that?', and to a sum in figures, that no other rule can answer."""
    asks = asks_for_sum(pack.message) or is_sum(pack.message)
    if pack.dialogue.top or pack.forced_action or not asks:
        return None
    outputs = documents_or(pack, say(_UNSOLVED))
    return Reaction.to(ActionType.QUERY_INFO, "You ask for a sum.", outputs, 0.9)


async def react_to_sum_without_number(pack: ContextPack) -> Reaction | None:
    """React to 'and split over 3 months?' after an answer that gave no number to go on with."""
    situation = situation_of(pack)
    if pack.dialogue.top or pack.forced_action or situation.number is not None:
        return None
    reading = read_commands(pack.message, replace(situation, number=Decimal(1), table=None))
    if not reading.is_whole or {one.name for one in reading.commands} != {_MORE}:
        return None
    return Reaction.to(ActionType.QUERY_INFO, "You go on with a sum.", say(_OF_WHAT), 0.9)
