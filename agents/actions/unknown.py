"""unknown: greets, answers from documents that speak of it, or asks one question; never starts anything."""

import re

from agents.context import ContextPack
from agents.events import Outputs, TextDelta
from agents.knowledge.options import AskOptions
from agents.knowledge.pipeline import answer_from, look_for
from agents.replies import reply
from intent.types import Intent, Method

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|"
    r"abend)|moin|servus|hola|"
    r"buenos días|buenas|bonjour|salut|ciao|olá|namaste)\b.{0,25}",
    re.I,
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|cheers|great|perfect|nice|danke|gracias|merci|obrigad[oa])\b", re.I
)
_NOTHING = re.compile(r"(?:never ?mind|forget (?:it|about it)|no|nope|nothing|cancel|stop)[\s.!]*", re.I)
_GREET = (
    "Hello. What is taking your time? Describe a chore, and we build an agent for it; or ask me to list "
    "or run one."
)
_WELCOME = "You are welcome. Is there anything else I can take off your hands?"
_ASK = (
    "I am not sure what you would like me to do. Is it a chore that should happen by itself, something "
    "to do once, or a question? I can build, change and run agents, and answer from your workspace."
)


async def unknown(pack: ContextPack, intent: Intent) -> Outputs:
    """Answer what asks for nothing that can be done."""
    if _GREETING.fullmatch(pack.message.strip()):
        yield TextDelta(_GREET)
    elif _NOTHING.fullmatch(pack.message.strip()):
        yield TextDelta("All right. Nothing is open, and nothing was changed.")
    elif _THANKS.search(pack.message) and len(pack.message.split()) <= 6:
        yield TextDelta(_WELCOME)
    elif intent.method is Method.EXPLICIT and intent.clarifying_question:
        yield TextDelta(intent.clarifying_question)
    elif passages := (await look_for(pack)).passages:
        async for output in answer_from(pack, passages, AskOptions()):
            yield output
    else:
        async for delta in reply(pack, facts=[_ASK], otherwise=intent.clarifying_question or _ASK):
            yield delta
