"""Answers questions about the product itself: its purpose, what it can do, who sees what."""

from agents.context.pack import ContextPack
from agents.events import say
from agents.handlers.talk import SELF, examples
from agents.without_model.reaction import Reaction
from intent.questions.about_product import PURPOSE, product_answer, product_topic
from intent.types import ActionType


async def react_to_product_question(pack: ContextPack) -> Reaction | None:
    """React to a question about the product, before documents are searched. One about an agent is none."""
    named = any(card.name in pack.message.casefold() for card in pack.catalogue.agents)
    topic = "" if named or pack.forced_action else product_topic(pack.message)
    if not topic:
        return None
    return Reaction.to(ActionType.QUERY_INFO, "You ask what I can do.", say(_told(topic)))


def answer_around_product(question: str) -> str:
    """Return the answer to a question that the team's own data couldn't answer, else empty."""
    topic = product_topic(question, around=True)
    return _told(topic) if topic else ""


def _told(topic: str) -> str:
    return f"{SELF} {examples()}" if topic == PURPOSE else product_answer(topic)
