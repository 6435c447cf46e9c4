"""Answers questions about the product itself: its purpose, what it can do, who sees what."""

from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import say
from agents.handlers.talk import SELF, examples
from agents.knowledge.from_talk import NOTED_NOTHING
from agents.without_model.reaction import Reaction
from intent.commands import read_commands
from intent.commands.catalogue import help_on
from intent.dialogue import Reply
from intent.forms.purpose import is_chore
from intent.questions.about_product import PURPOSE, WATCHING, product_answer, product_topic, product_topics
from intent.slots.days import find_days
from intent.statements.newcomers import Asked, greets, newcomer_asks, takes_leave, tells_of_self
from intent.types import ActionType

_TOPICS = ("projects", "tables", "agents")  # of which the welcome gives an example each
_PREFERENCE = "preference"  # 'keep it short'
_LEAVES = {Reply.GOODBYE: "Goodbye.", Reply.THANKS: "You're welcome."}
_ON_THE_WAY = "All is well here. What can I do for you?"
_IN_PASSING = {
    Asked.TIRELESS: "I never get tired: I'm a program.",
    Asked.WEATHER: "I can't tell what the weather will be.",
}


async def react_to_newcomer(pack: ContextPack) -> Reaction | None:
    """React to the first words of somebody new, and to questions in passing, unless they order something."""
    if pack.dialogue.top or pack.forced_action:
        return None
    if product_topic(pack.message) == WATCHING:
        return Reaction.to(ActionType.QUERY_INFO, "You ask what I can do.", say(product_answer(WATCHING)))
    asked = newcomer_asks(pack.message, is_first=not pack.window)
    if not asked or _orders(pack) or is_chore(pack.message):
        return None
    leaves = [_LEAVES[one]] if (one := takes_leave(pack.message)) else []
    hello = [] if pack.window else ["Hello."]
    said = [_ON_THE_WAY] if asked == [Asked.HOW] and pack.window else map(_welcome, asked)
    lines = [*hello, *dict.fromkeys(said), *leaves]
    return Reaction.to(ActionType.QUERY_INFO, "You ask about me.", say("\n\n".join(lines)))


def greet_back(pack: ContextPack) -> str:
    """Return the welcome for first words that greet and tell of the person, and no day or number, else ''."""
    told = any(map(str.isdigit, pack.words)) or find_days(pack.words, pack.now.date())
    is_welcome = greets(pack.words) and tells_of_self(pack.words) and not (pack.window or told)
    return f"Hello. {_welcome(Asked.HELP)}\n\nSo far I've {NOTED_NOTHING}." if is_welcome else ""


def _orders(pack: ContextPack) -> bool:
    """Return whether commands cover a message, or one of them certainly changes something."""
    reading = read_commands(pack.message, situation_of(pack))
    sure = (one for one in reading.commands if one.writes and not one.tentative)
    covered = reading.is_whole and bool(reading.commands)
    return covered or any(not one.name.startswith(_PREFERENCE) for one in sure)


def _welcome(asked: Asked) -> str:
    if asked is Asked.READERS:
        return product_answer("safety")
    if asked in _IN_PASSING:
        return _IN_PASSING[asked]
    about = product_answer("model") if asked is Asked.MODEL else SELF
    lines = "\n".join(f"- “{help_on()[one][0]}”" for one in _TOPICS)
    return f"{about} You can say, for example:\n\n{lines}"


async def react_to_product_question(pack: ContextPack) -> Reaction | None:
    """React to a question about the product, before documents are searched. One about an agent is none."""
    named = any(card.name in pack.message.casefold() for card in pack.catalogue.agents)
    told = "" if named or pack.forced_action else _told_of(pack.message)
    return Reaction.to(ActionType.QUERY_INFO, "You ask what I can do.", say(told)) if told else None


def answer_around_product(question: str) -> str:
    """Return the answer to a question that the team's own data couldn't answer, else empty."""
    return _told_of(question, around=True)


def _told_of(question: str, *, around: bool = False) -> str:
    """Return the answers to the questions about the product, empty if there are none."""
    topic = product_topic(question, around=around)
    topics = product_topics(question) or ([topic] if topic else [])
    return "\n\n".join(map(_told, topics))


def _told(topic: str) -> str:
    return f"{SELF} {examples()}" if topic == PURPOSE else product_answer(topic)
